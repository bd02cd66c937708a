"""The words beside the points in a table: labels of deals and days, totals, starts and bonuses, and names."""

import re

from companion.names import folded
from companion.sheet.written.tables import day_in, points_of

TOTAL, START, BONUS, ADJUST = "total", "start", "bonus", "adjust"
WORDS = {  # of rows and columns, in English, Japanese and the languages of neighbours
    TOTAL: "total totals sum score scores final finals result results overall gesamt summe somme totale suma totaal"
    " 合計 計 総計 総合計 トータル 得点 スコア 最終 最終合計 結果",
    START: "start starts begin opening handicap initial 初めの持ち点 持ち点 開始",
    ADJUST: "fine fines penalty adjustment adjustments adjust 調整点 調整 反則点 反則",
    BONUS: "bonus tiebreak tie-break tiebreaker playoff 延長 ボーナス",
    "other": "round rounds deal deals game games hand hands cards set sets match no no. nr nr. # date day when time"
    " weekday name names player players wild wilds trump contract dealer winner winners place rank ranking note notes"
    " comment comments remark remarks where location venue average runde spiel datum tag name spieler ort manche partie"
    " tour joueur lieu mano ronda partida fecha jugador giocatore data ronde speler ラウンド ディール ゲーム セット 回"
    " 局 日付 日 名前 氏名 プレイヤー プレーヤー 選手 枚数 ワイルド コントラクト 条件 親 勝者 順位 備考 メモ 場所 平均",
}
KINDS = {word: kind for kind, words in WORDS.items() for word in words.split()}
WHOLE_LINES = {"starts with": START, "starting points": START, "bonus or fine": ADJUST, "bonus round": BONUS}
SKIPPED = frozenset("winner winners place rank ranking dealer average avg 勝者 順位 親 平均".split())
DEAL = re.compile(  # 3, 3., 3s, Round 3, R3, #3, 第3回, 3回戦, 3-3-4, J, Qs
    r"(?:[a-z]{1,6}\.?\s*|#\s*|第\s*)?\d{1,2}\.?\s*(?:s|st|nd|rd|th|回|回戦|局|ディール|ラウンド)?|[jqka]'?s?|\d(?:-\d)+"
)


def kind_of(text: str) -> str:
    """Return what a label names: total, start, bonus, adjust, other, or "" for none of them."""
    plain = folded(text).strip(" :.=").lower()
    first = plain.split(" ")[0]
    return WHOLE_LINES.get(plain) or KINDS.get(plain, "") or (TOTAL if first in ("total", "sum", "grand") else "")


def is_name(text: str) -> bool:
    """Return whether a cell may hold a player's name."""
    plain = folded(text).strip()
    return bool(plain) and points_of(text) is None and not kind_of(text) and day_in(text) is None


def is_deal(text: str) -> bool:
    """Return whether a cell may be the label of a deal."""
    return bool(DEAL.fullmatch(folded(text).strip()))
