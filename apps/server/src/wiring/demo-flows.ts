import type { Actor } from '@balcao/domain/policy/actor';
import type { Server } from './server.ts';

/** A published flow and a draft, both from templates. No connection starts them. */
export async function createDemoFlows({ modules: { flowModule } }: Server, admin: Actor): Promise<void> {
  const { flows, drafts } = flowModule;
  const create = (name: string, template: string) => flows.create(admin, { name, template, language: 'pt' });
  const welcome = await create('Boas-vindas com menu', 'welcome');
  const { draft } = await drafts.open(admin, welcome.id);
  await drafts.publish(admin, welcome.id, { rev: draft.rev, note: '' });
  await create('Captar interessados', 'lead');
}
