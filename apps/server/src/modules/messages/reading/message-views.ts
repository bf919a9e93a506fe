import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Settings } from '../../settings/index.ts';
import type { FullMessage } from '../messages.store.ts';
import { presentMessage } from '../messages.wire.ts';

interface Deps {
  db: Db;
  settings: Settings;
  sign(key: string): string;
}

export const maskingRules = (tx: Tx, settings: Settings) => settings.privacy(tx);
export type MaskingRules = Awaited<ReturnType<typeof maskingRules>>;

/** Messages as this company's people see them. */
export const loadMessageViews =
  ({ settings, sign }: Omit<Deps, 'db'>) =>
  async (tx: Tx, rows: FullMessage[], preloaded?: MaskingRules) => {
    const rules = preloaded ?? (await maskingRules(tx, settings));
    return rows.map((row) => presentMessage(row, { sign, ...rules }));
  };
export const presentMessages =
  ({ db, ...deps }: Deps) =>
  (companyId: number, rows: FullMessage[]) =>
    db.readCompany(companyId, (tx) => loadMessageViews(deps)(tx, rows));
