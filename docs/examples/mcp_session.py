"""An agent's session over MCP: it asks three questions and stops when it gets no answer.

    python mcp_session.py

It needs the SDK (`pip install mcp`), `mplex-mcp` on the PATH, and somebody at mplex.
"""

import asyncio
import json
import os

from mcp import Client
from mcp.client.stdio import StdioServerParameters

QUESTIONS = (
    {
        "title": "Which database?",
        "screens": [
            {
                "id": "database",
                "fields": [{"id": "db", "type": "choice", "options": ["SQLite", "PostgreSQL"]}],
            }
        ],
    },
    {
        "title": "A name for it",
        "screens": [
            {"id": "name", "fields": [{"id": "name", "type": "text", "initial": "app"}]},
        ],
    },
    {
        "title": "Create it?",
        "screens": [
            {
                "id": "sure",
                "body": "It is created now and holds nothing.",
                "actions": [{"id": "create", "label": "Create"}, {"id": "no", "label": "No"}],
                "next": {"create": "$done", "no": "$cancel"},
            }
        ],
    },
)


async def main() -> None:
    """Ask the questions one after the other and print each outcome."""
    server = StdioServerParameters(command="mplex-mcp", env=dict(os.environ))
    async with Client(server) as client:
        for spec in QUESTIONS:
            result = await client.call_tool("plexer_show", {"spec": spec})
            if result.is_error:
                print("no answer:", result.content[0].text)
                return
            print(json.dumps(result.structured_content), flush=True)
            if result.structured_content["status"] != "done":
                return


if __name__ == "__main__":
    asyncio.run(main())
