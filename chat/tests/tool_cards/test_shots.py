import os, pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import sync_playwright
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]="true"
from chat.models import ToolCard
from chat.tool_cards.services import tool_cards_load, tool_card_save
from policies.tests.admin_support import superuser
@pytest.mark.django_db(transaction=True)
def test_shots(live_server):
    tool_cards_load(); u=superuser()
    row=ToolCard.objects.get(name="application_office"); row.purpose="고친 글입니다."; row.when_to_use=row.when_to_use[1:]+["어느 창구로 가야 하죠"]; tool_card_save(row=row,user=u,reason="창구에서 들은 말")
    c=Client(); c.force_login(u); sid=c.cookies[settings.SESSION_COOKIE_NAME].value
    B=live_server.url+"/admin/chat/toolcard/"
    with sync_playwright() as p:
        b=p.chromium.launch(executable_path="/usr/bin/chromium",args=["--no-sandbox"])
        for w in (1280,390):
            cx=b.new_context(viewport={"width":w,"height":900}); cx.add_cookies([{"name":settings.SESSION_COOKIE_NAME,"value":sid,"url":live_server.url}])
            pg=cx.new_page()
            for n,u2 in (("list",""),("form",f"{row.pk}/change/"),("try","try/?q=저는 기초연금 얼마 받아요"),("imp","import/"),("recall","recall/")):
                pg.goto(B+u2, timeout=90000)
                if n=="recall":
                    pg.fill("textarea",'{"utterance": "접수하는 데가 어디예요 알려 주세요", "tool": "application_office"}\n{"utterance": "실업급여 며칠 나와요", "tool": "estimate_basic_pension"}')
                    pg.click("button.poly-action"); pg.wait_for_load_state()
                pg.screenshot(path=f"/tmp/tc/s_{n}_{w}.png",full_page=True)
                print(n,w,pg.evaluate("[document.documentElement.scrollWidth, innerWidth]"))
        b.close()
