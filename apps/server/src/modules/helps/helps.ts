import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { HelpRow } from '../../infrastructure/db/schema/announcements.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { helpStore, type HelpFields } from './helps.store.ts';

/** Videos that explain the product; super users write them, all companies see them. */
export function createHelps({ db }: { db: Db }) {
  type Change = 'created' | 'changed' | 'removed';
  /** Row, event and audit entry are committed together, in the owner's company. */
  const write = (actor: Actor, change: Change, work: (tx: Tx) => Promise<HelpRow | undefined>): Promise<HelpRow> =>
    db.inCompany(OWNER_COMPANY_ID, async (tx) => {
      const help = assertFound(await work(tx), 'ERR_NO_HELP_FOUND');
      const { id: helpId, title } = help;
      await audit(tx, {
        userId: actor.userId,
        action: `help.${change}`,
        subject: `help ${helpId}`,
        data: { title },
      });
      tx.emit(
        change === 'removed'
          ? { type: 'help.removed', helpId }
          : { type: 'help.saved', helpId, isNew: change === 'created' },
      );
      return help;
    });
  return {
    list: (query: { search: string; page: number }) => db.onPlatform((tx) => helpStore.page(tx, query)),
    pick: () => db.onPlatform((tx) => helpStore.pick(tx)),
    find: (id: number) => db.onPlatform((tx) => helpStore.byId(tx, id)),
    create: (actor: Actor, fields: HelpFields) => write(actor, 'created', (tx) => helpStore.insert(tx, fields)),
    update: (actor: Actor, id: number, fields: HelpFields) =>
      write(actor, 'changed', (tx) => helpStore.update(tx, id, fields)),
    remove: async (actor: Actor, id: number) => void (await write(actor, 'removed', (tx) => helpStore.remove(tx, id))),
  };
}
export type Helps = ReturnType<typeof createHelps>;
