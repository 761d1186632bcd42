"""Files of other wallets, and how a page hands them over."""

import json

from client import Reply, Session, exchanged
from person import HANG, completed

PASSWORD, WRONG = "Zauberwort der Probe", "another one"
BAKER, LOCKER, POOL, CAFE = completed("590123466666"), "LOCKER-99-1201", "POOL-2026-44871", completed("400638133377")
TICKET = "TICKET-5531-8842"
BREAD, GARDEN, SECRET = completed("541014199999"), "GARDEN-77-1203", "2580"
NUMBERS = (BAKER, LOCKER, POOL, CAFE, TICKET, BREAD, GARDEN)
CATIMA = "\r\n".join((
    "2", "", "_id", "Food", "",
    "_id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,barcodeencoding,headercolor,"
    "starstatus,lastused,archive",
    f'1,Corner Baker,"Ask for the stamp, always",,,0,,{BAKER},,EAN_13,,-4697316,1,,0',
    f"2,Locker room,,,,0,,{LOCKER},,NEW_CODE,,,0,,0", "3,,,,,0,,1,,,,,0,,0", "",
    "cardId,groupId", "1,Food", "")).encode()
TABLE = f"_id,store,note,cardid,barcodetype\n7,Town pool,,{POOL},CODE_128\n".encode()
PASS = json.dumps({
    "formatVersion": 1, "passTypeIdentifier": "pass.example.cinema", "serialNumber": "S1", "organizationName": "Cinema",
    "description": "Ticket", "eventTicket": {},
    "barcodes": [{"format": "PKBarcodeFormatQR", "message": TICKET, "messageEncoding": "iso-8859-1"}],
}).encode()
LINK = f"https://catima.app/share#store%3DCaf%25C3%25A9%26note%3D%26cardid%3D{CAFE}%26barcodetype%3DEAN_13"
CUT = b'store,cardid\n"Baker'
# Of no wallet: what the columns mean is only a guess, and nothing is known of the last one.
SHEET = f"Shop,Card,Secret\nBakery,{BREAD},{SECRET}\nGarden,{GARDEN},9137\n"
OTHER_SHEET = f"Laden;Karte\nBäckerei;{BREAD}\n"
# Names of columns that nobody knows.
ODD_SHEET = f"Wo;Womit\nBäckerei;{BREAD}\n"
# What a password manager exports.
LOGINS = "name,login_username,login_password,notes\nAirline,FF-123456,hunter2,PIN: 42\nMail,ben@mail.example,topsecretword,\n"
LOGIN_SECRETS = ("FF-123456", "hunter2", "PIN: 42", "ben@mail.example", "topsecretword")
# Enough photos for an import that can be stopped before it ends.
MANY_PHOTOS = 30
# More than an archive may hold.
BOMB = 70 << 20
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""
# With more bytes than are read.
DROP_LARGE = """(head) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([head, " ".repeat(2 ** 26)], "large"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def with_photos(photo: bytes) -> dict[str, bytes]:
    """The files of a Catima export whose cards all have a photo of the front."""
    numbers = range(1, MANY_PHOTOS + 1)
    rows = [f"{number},Shop {number},,,,0,,PHOTO-{number},,CODE_128,,,0,,0" for number in numbers]
    head = CATIMA.decode().split("\r\n")[5]
    table = "\r\n".join(("2", "", "_id", "", head, *rows, "", "cardId,groupId", "")).encode()
    return {"catima.csv": table, **{f"card_{number}_front.png": photo for number in numbers}}


def sent(session: Session, octets: bytes, password: str | None = None) -> Reply:
    """Hands a file to the server as the page does."""
    name, body = ("import", octets) if password is None else ("import-locked", password.encode() + b"\n" + octets)
    request = session.request(name, body, Content_Type="application/octet-stream", X_Name="old%20wallet.zip")
    return exchanged(session.port, request, HANG)


def chosen(session: Session, *ids: str) -> Reply:
    return session.call("import-chosen", files=[{"id": each} for each in ids])


def names(session: Session) -> list[str]:
    return sorted(card["name"] for card in session.must("cards", words="", states="all", sort="name")["cards"])
