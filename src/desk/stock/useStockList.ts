import { useStore } from '@nanostores/react';
import { useMemo, useRef, useState } from 'react';
import { describeProblem, ImportRefused } from 'shop-import/problem';
import { changeOf, type ListKind, maxListLines } from '#domain/stock/changes.ts';
import { finderOf } from '#domain/stock/items.ts';
import { readPieces, readStockList, uncountedMessage } from '#domain/stock/stock-list.ts';
import { api, send } from '#lib/api.ts';
import { type Attempt, attemptFor, randomKey } from '#lib/attempt.dom.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { tableText } from '../ui/table-text.ts';
import type { StockItem } from './items.api.ts';
import { type DraftLine, drafts } from './list-draft.store.ts';

/** @property problem what is wrong with what was typed @property pieces undefined while nothing usable was typed */
export type ListLine = DraftLine & {
  item: StockItem;
  pieces: number | undefined;
  problem: string | undefined;
};

type Sent = { message: string; key: string; isUndone: boolean };

/** What was typed of an item. Pieces that came in are at least one; a shelf may be empty. */
function lineOf(kind: ListKind, { id, typed }: DraftLine, item: StockItem): ListLine {
  const read = typed.trim() ? readPieces(typed) : undefined;
  const isNothing = read === 0 && kind === 'received';
  return {
    id,
    typed,
    item,
    pieces: typeof read === 'number' && !isNothing ? read : undefined,
    problem: typeof read === 'string' ? read : undefined,
  };
}

/** Sends a list, and undoes it. @param onSent empties it @param reload loads the stock again */
function useSendList(kind: ListKind, ready: readonly ListLine[], onSent: () => void, reload: () => void) {
  const [failure, setFailure] = useState<Failure>();
  const [sent, setSent] = useState<Sent>();
  const [busy, setBusy] = useState(false);
  const attempt = useRef<Attempt>(undefined);
  /** @returns the answer; a refusal means that the stock is no longer what was shown */
  const ask = async <T>(call: Promise<Outcome<T>>): Promise<T | undefined> => {
    setBusy(true);
    const answer = await call;
    setBusy(false);
    setFailure(answer.ok ? undefined : answer);
    if (answer.ok || answer.status === 409) reload();
    return answer.ok ? answer.data : undefined;
  };
  return {
    failure,
    sent,
    busy,
    async send(note: string) {
      const json = {
        reason: kind,
        note,
        lines: ready.map(({ id, pieces = 0, item }) => ({ productId: id, pieces, seen: item.stock })),
      };
      attempt.current = attemptFor(attempt.current, JSON.stringify(json), randomKey);
      const { key } = attempt.current;
      const done = await ask(send(api.desk['stock-lists'].$post({ json: { ...json, key } })));
      if (!done) return;
      onSent();
      setSent({ message: done.message, key, isUndone: false });
    },
    async undo() {
      if (!sent) return;
      const done = await ask(send(api.desk['stock-lists'].undo.$post({ json: { key: sent.key } })));
      if (done) setSent({ ...sent, message: done.message, isUndone: true });
    },
    restart() {
      setSent(undefined);
      setFailure(undefined);
    },
    forgetFailure: () => setFailure(undefined),
  };
}

/**
 * A list of pieces that an operator types, scans, pastes or reads from a file. Nothing is written until it is sent.
 * @param loaded all that is sold @param reload loads it again, after the stock has changed
 */
export function useStockList(kind: ListKind, loaded: readonly StockItem[], reload: () => void) {
  const $draft = drafts[kind];
  const draft = useStore($draft);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const { byId, find } = useMemo(
    () => ({ byId: new Map(loaded.map((item) => [item.id, item])), find: finderOf(loaded) }),
    [loaded],
  );
  const lines = draft.flatMap((line): ListLine[] => {
    const item = byId.get(line.id);
    return item ? [lineOf(kind, line, item)] : [];
  });
  const ready = lines.filter(({ pieces }) => pieces !== undefined);
  const pieces = ready.reduce((sum, line) => sum + (line.pieces ?? 0), 0);
  const tooMany =
    ready.length > maxListLines
      ? `${ready.length} products are too many for one list: at most ${maxListLines} are possible.`
      : undefined;

  const sending = useSendList(
    kind,
    ready,
    () => {
      setMessage('');
      $draft.set([]);
    },
    reload,
  );
  const set = (next: readonly DraftLine[]) => {
    sending.forgetFailure();
    $draft.set(next);
  };
  const others = (ids: ReadonlySet<string>) => $draft.get().filter(({ id }) => !ids.has(id));
  const isSaving = useRef(false);
  isSaving.current = sending.busy;
  /** The list is emptied when it is saved: what was added meanwhile would be lost. @returns whether it is being saved */
  const refuseWhileSaving = (): boolean => {
    if (isSaving.current) setMessage('The list is being saved. Please scan again afterwards.');
    return isSaving.current;
  };
  const addProblems = (added: readonly string[]) =>
    setProblems((before) => [...before, ...added.filter((one) => !before.includes(one))]);

  return {
    lines,
    ready,
    pieces,
    problems,
    message,
    canSend: ready.length > 0 && !problems.length && !tooMany && lines.every(({ problem }) => !problem),
    tooMany,
    type: (id: string, typed: string) =>
      set($draft.get().map((line) => (line.id === id ? { id, typed } : line))),
    remove: (id: string) => set(others(new Set([id]))),
    dropProblems: () => setProblems([]),
    clear() {
      set([]);
      setProblems([]);
      setMessage('');
    },
    /** One piece more of the product of a code, which comes first. */
    scan(code: string) {
      if (refuseWhileSaving()) return;
      const item = find(code);
      const problem = typeof item === 'string' ? item : uncountedMessage(item);
      if (typeof item === 'string' || problem) {
        setMessage(problem ?? '');
        addProblems([problem ?? '']);
        return;
      }
      const before = $draft.get().find(({ id }) => id === item.id)?.typed ?? '';
      const count = before.trim() ? readPieces(before) : 0;
      const next = (typeof count === 'number' ? count : 0) + 1;
      set([{ id: item.id, typed: String(next) }, ...others(new Set([item.id]))]);
      setMessage(`${item.name}: ${next}`);
    },
    /** Takes the lines of a pasted table or of a file. */
    async read(from: string | File) {
      try {
        const text = await tableText(from);
        if (refuseWhileSaving()) return;
        const list = readStockList(text, find);
        const ids = new Set(list.lines.map(({ item }) => item.id));
        set([
          ...list.lines.map(({ item, pieces }) => ({ id: item.id, typed: String(pieces) })),
          ...others(ids),
        ]);
        addProblems(list.problems.map(describeProblem));
        const left = list.empty ? ` ${list.empty} rows without a number were left out.` : '';
        setMessage(`${list.lines.length} ${list.lines.length === 1 ? 'row was' : 'rows were'} read.${left}`);
      } catch (error) {
        if (!(error instanceof ImportRefused)) throw error;
        addProblems([error.message]);
      }
    },
    /** Lists products to type their pieces. */
    add(items: readonly StockItem[]) {
      const known = new Set($draft.get().map(({ id }) => id));
      set([
        ...$draft.get(),
        ...items.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, typed: '' })),
      ]);
    },
    ...sending,
  };
}

export type StockListState = ReturnType<typeof useStockList>;

/** The pieces in stock after the list is sent; undefined while no pieces are typed. */
export const stockAfter = (kind: ListKind, { item, pieces }: ListLine): number | undefined =>
  pieces === undefined ? undefined : item.stock + changeOf(kind, pieces, item.stock);
