import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { Settings } from '../settings/index.ts';
import type { FullMessage } from './messages.store.ts';
import { showMessage } from './messages.wire.ts';

interface Needs {
  db: Db;
  settings: Settings;
  sign(key: string): string;
}

export const hiddenIn = (tx: Tx, settings: Settings) => settings.privacy(tx);
export type Hidden = Awaited<ReturnType<typeof hiddenIn>>;

/** Messages as this company's people see them. */
export const showMessagesWithin =
  ({ settings, sign }: Omit<Needs, 'db'>) =>
  async (tx: Tx, rows: FullMessage[], known?: Hidden) => {
    const hidden = known ?? (await hiddenIn(tx, settings));
    return rows.map((row) => showMessage(row, { sign, ...hidden }));
  };
export const showMessages =
  ({ db, ...needs }: Needs) =>
  (companyId: number, rows: FullMessage[]) =>
    db.readCompany(companyId, (tx) => showMessagesWithin(needs)(tx, rows));
