"""allauth hooks."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Sends people back to the conversation they came from."""

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return str(super().get_login_redirect_url(request))
