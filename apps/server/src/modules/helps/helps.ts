import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { HelpRow } from '../../infrastructure/db/schema/announcements.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { helpStore, type HelpFields } from './helps.store.ts';

/** Videos that explain the product; super users write them, all companies see them. */
export function createHelps({ db }: { db: Db }) {
  type Change = 'created' | 'changed' | 'removed';
  async function recorded(actor: Actor, change: Change, row: HelpRow | undefined): Promise<HelpRow> {
    const help = assertFound(row, 'ERR_NO_HELP_FOUND');
    await db.inCompany(actor.companyId, (tx) =>
      audit(tx, {
        userId: actor.userId,
        action: `help.${change}`,
        subject: `help ${help.id}`,
        data: { title: help.title },
      }),
    );
    return help;
  }
  return {
    list: (query: { search: string; page: number }) => db.onPlatform((tx) => helpStore.page(tx, query)),
    pick: () => db.onPlatform((tx) => helpStore.pick(tx)),
    create: async (actor: Actor, fields: HelpFields) =>
      recorded(actor, 'created', await db.onPlatform((tx) => helpStore.insert(tx, fields))),
    update: async (actor: Actor, id: number, fields: HelpFields) =>
      recorded(actor, 'changed', await db.onPlatform((tx) => helpStore.update(tx, id, fields))),
    remove: async (actor: Actor, id: number) =>
      void (await recorded(actor, 'removed', await db.onPlatform((tx) => helpStore.remove(tx, id)))),
  };
}
export type Helps = ReturnType<typeof createHelps>;
