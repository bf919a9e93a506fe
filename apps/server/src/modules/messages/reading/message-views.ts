import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Settings } from '../../settings/index.ts';
import type { FullMessage } from '../messages.store.ts';
import { presentMessage } from '../messages.wire.ts';

interface Deps {
  db: Db;
  settings: Settings;
  sign(key: string): string;
}

/** The company's settings on deleted messages and masked numbers. */
export const maskingRules = (tx: Tx, settings: Settings) => settings.privacy(tx);
export type MaskingRules = Awaited<ReturnType<typeof maskingRules>>;

/** Messages as users of this company see them. */
export const loadMessageViews =
  ({ settings, sign }: Omit<Deps, 'db'>) =>
  async (tx: Tx, rows: FullMessage[], preloaded?: MaskingRules) => {
    const rules = preloaded ?? (await maskingRules(tx, settings));
    return rows.map((row) => presentMessage(row, { sign, ...rules }));
  };
/** The same in a transaction of its own. */
export const presentMessages =
  ({ db, ...deps }: Deps) =>
  (companyId: number, rows: FullMessage[]) =>
    db.readCompany(companyId, (tx) => loadMessageViews(deps)(tx, rows));
export type PresentMessages = ReturnType<typeof presentMessages>;
