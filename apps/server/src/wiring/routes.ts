import type { ModuleName } from '@balcao/contract';
import type { Route } from '../foundation/http/handle.ts';
import { accessRoutes } from '../modules/access/index.ts';
import { companyRoutes } from '../modules/companies/index.ts';
import { queueRoutes } from '../modules/queues/index.ts';
import { settingRoutes } from '../modules/settings/index.ts';
import { tagRoutes } from '../modules/tags/index.ts';
import type { Modules } from './modules.ts';

/** Every call of the contract and who answers it. A module without its routes does not compile. */
export const routes = ({ settings, companies, tags, access, queues }: Modules, version: string): Route[] =>
  Object.values({
    settings: settingRoutes(settings, version),
    companies: companyRoutes(companies),
    tags: tagRoutes(tags),
    access: accessRoutes(access),
    queues: queueRoutes(queues),
  } satisfies Record<ModuleName, Route[]>).flat();
