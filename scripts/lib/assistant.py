"""An assistant's work on two lists, with the SDK in each of its modes: assistant.py URL"""

import json
import os
import sys
from contextlib import asynccontextmanager

import anyio
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError

URL = sys.argv[1].rstrip("/")
MODES = ["auto", "legacy", "2026-07-28"]
TOOLS = ["find_items", "add_items", "change_items", "complete_items", "delete_items", "undo"]


@asynccontextmanager
async def assistant(token, mode, **headers):
    if token:
        headers["Authorization"] = f"Bearer {token}"
    async with create_mcp_http_client(headers=headers) as http:
        transport = streamable_http_client(URL + "/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


async def done(client, tool, **arguments):
    """The content of a call that must succeed. The SDK checks it against the tool's schema."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, (tool, arguments, result)
    [text] = result.content
    assert json.loads(text.text) == result.structured_content
    return result.structured_content


async def refused(client, tool, **arguments):
    """The place of the fault in a call that must be refused."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error and result.structured_content is None, (tool, arguments, result)
    refusal = json.loads(result.content[0].text)
    return refusal["title"], [error["pointer"] for error in refusal.get("errors", [])]


async def everything(client):
    found = [await done(client, "find_items", done=is_done) for is_done in (False, True)]
    return [
        {name: value for name, value in item.items() if name != "revision"}
        for page in found
        for item in page["items"]
    ]


async def check_tools(client):
    """Calls each tool, and takes each call back by one undo."""
    added = await done(
        client,
        "add_items",
        items=[
            {"title": "Milk", "due": "2050-12-02"},
            {"title": "Call", "due": "2050-12-02T17:00+01:00", "location": {"name": "Desk"}},
            {
                "title": "Rent",
                "due": "2050-12-05",
                "repeat": {"frequency": "monthly", "byDay": ["1mo"]},
            },
        ],
    )
    milk, call, rent = (item["id"] for item in added["items"])
    assert [item.get("due") for item in added["items"]] == [
        "2050-12-02",
        "2050-12-02T16:00:00Z",
        "2050-12-05",
    ]
    for tool, arguments in [
        ("add_items", {"items": [{"title": "Tea"}]}),
        (
            "change_items",
            {
                "changes": [
                    {"id": milk, "title": "Oat milk", "due": None},
                    {"id": call, "location": None},
                ]
            },
        ),
        ("complete_items", {"ids": [milk, rent]}),
        ("delete_items", {"ids": [milk, call]}),
    ]:
        before = await everything(client)
        answer = await done(client, tool, **arguments)
        assert await everything(client) != before, tool
        undone = await done(client, "undo", revision=answer["revision"])
        assert int(undone["revision"]) == int(answer["revision"]) + 1
        assert await everything(client) == before, tool
    completed = await done(client, "complete_items", ids=[rent])
    assert [item["due"] for item in completed["next"]] == ["2051-01-02"]
    assert "revision" not in await done(client, "complete_items", ids=[rent])

    day = await done(
        client, "find_items", dueFrom="2050-12-02", dueTo="2050-12-02", timeZone="Europe/Berlin"
    )
    assert [item["title"] for item in day["items"]] == ["Milk", "Call"]
    page = await done(client, "find_items", limit=1)
    rest = await done(client, "find_items", limit=100, cursor=page["nextCursor"])
    assert len(page["items"]) == 1 and len(rest["items"]) == 2


async def check_refusals(client, mode):
    """All or nothing, 51 items, and a key twice."""
    milk = (await done(client, "find_items", text="Milk"))["items"][0]
    before = await everything(client)
    wrong = [
        {"id": milk["id"], "title": "Jam"},
        {"id": (await done(client, "find_items", text="Call"))["items"][0]["id"], "title": "Cry"},
        {"id": "00000000-0000-4000-8000-000000000000", "title": "Nothing"},
    ]
    assert await refused(client, "change_items", changes=wrong) == ("No such item", ["/changes/2"])
    many = [{"title": "Tea"}] * 51
    assert await refused(client, "add_items", items=many) == ("Invalid content", ["/items"])
    assert (await refused(client, "delete_items", ids=[milk["id"]] * 2))[1] == ["/ids/1"]
    assert (await refused(client, "undo", revision="1000000"))[0] == "No such revision"
    assert await everything(client) == before

    first = await done(client, "add_items", items=[{"title": "Once"}], key=mode)
    again = await done(client, "add_items", items=[{"title": "Once"}], key=mode)
    assert first == again
    assert (await refused(client, "add_items", items=[{"title": "Other"}], key=mode))[1] == ["/key"]
    await done(client, "delete_items", ids=[first["items"][0]["id"]])


async def check_others(mode, hers):
    """Another owner, a read-only token, no token, and a page of another origin."""
    async with assistant(os.environ["BOB"], mode) as bob:
        assert (await done(bob, "find_items"))["items"] == []
        assert (await refused(bob, "delete_items", ids=[hers]))[0] == "No such item"
    async with assistant(os.environ["READER"], mode) as reader:
        assert [tool.name for tool in (await reader.list_tools()).tools] == ["find_items"]
        assert hers in [item["id"] for item in (await done(reader, "find_items"))["items"]]
        assert (await refused(reader, "delete_items", ids=[hers]))[0] == "Read-only token"
    for headers, status in [({}, 401), ({"Origin": "https://evil.example"}, 403)]:
        async with create_mcp_http_client(headers=headers) as http:
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            assert (await http.post(URL + "/mcp", json=message)).status_code == status
        assert await is_refused(mode, **headers), f"{status} was not refused"


async def is_refused(mode, **headers):
    """Whether a client without a token is refused."""
    refusals = []
    try:
        async with assistant(None, mode, **headers) as nobody:
            await nobody.list_tools()
    except* MCPError as group:
        refusals = group.exceptions
    return bool(refusals)


async def main():
    for mode in MODES:
        async with assistant(os.environ["ADA"], mode) as client:
            expected = "2025-11-25" if mode == "legacy" else "2026-07-28"
            assert client.protocol_version == expected, client.protocol_version
            assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS
            if mode != "2026-07-28":
                assert "not instructions" in client.instructions
            await check_tools(client)
            await check_refusals(client, mode)
            found = await everything(client)
            hers = (await done(client, "find_items"))["items"][0]["id"]
            await check_others(mode, hers)
            assert await everything(client) == found
            for item in found:
                await done(client, "delete_items", ids=[item["id"]])
        print(f"{mode}: the tools work, and one undo takes back each call")


anyio.run(main)
