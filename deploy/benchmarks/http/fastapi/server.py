"""The two endpoints of the benchmark in FastAPI with asyncpg: session checked, statements prepared."""
import base64
import binascii
import hashlib
import os
import secrets
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Literal
from uuid import UUID

import asyncpg
from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

STATEMENTS = Path(os.environ["BENCH_SQL"])
ENTER, LIST, ADD = ((STATEMENTS / f"{name}.sql").read_text() for name in ("enter", "list", "add"))
# As many in all as the others have.
CONNECTIONS = int(os.environ["DATABASE_CONNECTIONS"]) // int(os.environ["BENCH_WORKERS"])


@asynccontextmanager
async def lifespan(app: FastAPI):
    async with asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=CONNECTIONS, max_size=CONNECTIONS) as pool:
        app.state.pool = pool
        yield


app = FastAPI(lifespan=lifespan, openapi_url=None)


class Amount(BaseModel):
    model_config = ConfigDict(extra="forbid")
    minor: int = Field(ge=0, le=1_000_000_000_000)
    currency: str = Field(pattern="^[A-Z]{3}$")


class NewGift(BaseModel):
    model_config = ConfigDict(extra="forbid")
    recipient: UUID
    name: str = Field(min_length=1, max_length=300)
    status: Literal["idea", "planned", "ordered", "bought", "wrapped", "given"] = "planned"
    estimate: Amount | None = None
    url: str | None = Field(default=None, max_length=2000)
    notes: str | None = Field(default=None, max_length=10_000)
    category: UUID | None = None


async def session(authorization: Annotated[str, Header()] = "") -> bytes:
    try:
        if not authorization.startswith("Bearer "):
            raise ValueError
        token = base64.b64decode(authorization[7:] + "=", altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise HTTPException(401) from None
    return hashlib.blake2b(token, digest_size=32).digest()


Session = Annotated[bytes, Depends(session)]


async def ask(request: Request, token: bytes, household: UUID, statement: str, *arguments):
    async with request.app.state.pool.acquire() as connection, connection.transaction():
        caller = await connection.fetchrow(ENTER, token, household)
        if caller is None:
            raise HTTPException(401)
        if caller["member_id"] is None:
            raise HTTPException(404)
        rows = await connection.fetch(statement, *arguments)
    if not rows:
        raise HTTPException(404)
    return rows


def amount(minor, currency):
    return None if minor is None else {"minor": minor, "currency": currency}


def gift(row):
    currency = row["currency"]
    return {
        "id": str(row["id"]), "occasion": str(row["occasion_id"]), "recipient": str(row["recipient_id"]), "name": row["name"],
        "status": row["status"], "estimate": amount(row["estimate_minor"], currency), "actual": amount(row["actual_minor"], currency),
        "url": row["url"], "notes": row["notes"],
        "category": row["category_id"] and str(row["category_id"]), "revealed": row["revealed_at"] is not None,
    }


def new_id() -> UUID:
    """A UUID of version 7 (RFC 9562)."""
    moment = time.time_ns() // 1_000_000
    return UUID(int=moment << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62))


@app.get("/api/v1/households/{household}/occasions/{occasion}/gifts")
async def list_gifts(request: Request, token: Session, household: UUID, occasion: UUID, recipient: UUID):
    rows = await ask(request, token, household, LIST, recipient, occasion, recipient, occasion)
    return JSONResponse({"items": [gift(row) for row in rows if row["id"] is not None], "next": None}, headers={"Cache-Control": "no-store"})


@app.post("/api/v1/households/{household}/occasions/{occasion}/gifts")
async def add_gift(request: Request, token: Session, household: UUID, occasion: UUID, body: NewGift):
    estimate = body.estimate
    rows = await ask(
        request, token, household, ADD, new_id(), body.name, body.status, estimate and estimate.minor, body.url, body.notes,
        body.category, body.recipient, occasion, estimate and estimate.currency, body.category, body.category, 500)
    made = gift(rows[0])
    return JSONResponse(made, 201, headers={"Location": f"{request.url.path}/{made['id']}", "Cache-Control": "no-store"})
