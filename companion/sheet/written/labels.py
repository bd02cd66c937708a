"""The words beside the points in a table: labels of deals and days, totals, starts and bonuses, and names."""

import re
from enum import StrEnum

from companion.names import folded
from companion.sheet.written.matches import figure
from companion.sheet.written.tables import Cell, Mark, day_in, points_of

Row = list[Cell]


class Label(StrEnum):
    """The kind of a row or column that holds no points of a deal."""

    TOTAL = "total"
    START = "start"
    BONUS = "bonus"
    ADJUST = "adjust"
    OTHER = "other"


WORDS = {  # of rows and columns, in English, Japanese and the languages of neighbours
    Label.TOTAL: "total totals sum score scores final finals result results overall cumulative tot σ"
    " gesamt summe somme totale suma totaal 合計 合計点 総得点 累計 小計 通算 計 総計 総合計"
    " トータル 得点 スコア 最終 最終合計 結果",
    Label.START: "start starts begin opening handicap initial 初めの持ち点 持ち点 開始",
    Label.ADJUST: "fine fines penalty adjustment adjustments adjust 調整点 調整 反則点 反則",
    Label.BONUS: "bonus tiebreak tie-break tiebreaker playoff 延長 ボーナス",
    Label.OTHER: "round rounds deal deals game games hand hands cards set sets match no no. nr nr. # date day"
    " when time weekday name names player players wild wilds trump contract dealer winner winners place rank ranking"
    " platz rang note notes comment comments remark remarks pts points punkte calls buys where location venue"
    " average runde spiel datum tag spieler ort manche partie tour joueur lieu mano ronda partida fecha jugador"
    " giocatore data ronde speler ラウンド ディール ゲーム セット 回 局 日付 日 名前 氏名 プレイヤー プレーヤー 選手"
    " 枚数 ワイルド コントラクト 条件 親 勝者 順位 コール バイ 備考 メモ 場所 平均",
}
KINDS = {word: kind for kind, words in WORDS.items() for word in words.split()}
WHOLE_LINES = {
    "starts with": Label.START,
    "starting points": Label.START,
    "bonus or fine": Label.ADJUST,
    "bonus round": Label.BONUS,
}
SKIPPED = frozenset("winner winners place rank ranking platz rang dealer average avg 勝者 順位 親 平均".split())
DEAL = re.compile(  # 3, 3., 3s, Round 3, R3, #3, 第3回, 3回戦, 3-3-4, J, Qs
    r"(?:(?!player)[a-z]{1,6}\.?\s*|#\s*|第\s*)?\d{1,2}\.?\s*(?:s|st|nd|rd|th|回|回戦|局|ディール|ラウンド)?"
    r"|[jqka]'?s?|\d(?:-\d)+"
)


def kind_of(text: str) -> str:
    """Return the kind of a label: total, start, bonus, adjust, other, or "" for none of them."""
    plain = folded(text).strip(" :.=")
    first = plain.split(" ")[0]
    return WHOLE_LINES.get(plain) or KINDS.get(plain, "") or (Label.TOTAL if first in ("total", "sum", "grand") else "")


def is_name(text: str) -> bool:
    """Return whether a cell may hold a player's name."""
    plain = folded(text).strip()
    other = kind_of(text) or kind_of(plain.rpartition(" ")[2]) == Label.TOTAL  # "Ana total" is the column beside Ana
    points = points_of(text)
    letters = points is None or (points == Mark.OUT and plain.isascii() and plain.isalpha())  # Nil, or X
    return bool(plain) and letters and not other and day_in(text) is None


def is_deal(text: str) -> bool:
    """Return whether a cell may be the label of a deal."""
    return bool(DEAL.fullmatch(folded(text).strip()))


def is_head(row: Row) -> bool:
    """Return whether a row holds names side by side."""
    names = [cell.text for cell in row if is_name(cell.text)]
    figures = [cell for cell in row if figure(cell) is not None]
    return len(names) > 1 and not figures and not all(map(is_deal, names)) and folded(row[0].text) not in SKIPPED


def is_title(row: Row) -> bool:
    """Return whether a row is a text, or a day among texts, about the match below it."""
    texts = [cell.text for cell in row if cell.text]
    apart = any(points_of(text) is not None or kind_of(text) or is_deal(text) for text in texts)
    return not apart and 1 in (len(texts), sum(map(bool, map(day_in, texts))))


def row_text(row: Row) -> str:
    """Return the text of a row as a whole."""
    return "\t".join(cell.text for cell in row if cell.text)
