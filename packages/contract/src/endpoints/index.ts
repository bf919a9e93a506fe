import { access } from './access.ts';
import { companies } from './companies.ts';
import { queues } from './queues.ts';
import { settings } from './settings.ts';
import { tags } from './tags.ts';

/** Every call of the product, by the module that answers it. */
export const endpoints = { settings, companies, tags, access, queues };
export type Endpoints = typeof endpoints;
export type ModuleName = keyof Endpoints;
