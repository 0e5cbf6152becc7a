from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("", views.account_home, name="home"),
    path("export/", views.account_download, name="export"),
    path("delete/", views.account_remove, name="delete"),
]
