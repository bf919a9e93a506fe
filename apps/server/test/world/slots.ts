import { callNamed, places, type CallName, type Part, type Place } from './calls.ts';
import type { Kind } from './tenants.ts';

/** A place of a call that takes somebody's id. */
export interface Slot {
  in: Part;
  path: string;
  kind: Kind;
  /**
   * What a stranger's id leads to: `missing` is 404 as for an id that nobody has, `refused` is 400 or 404 and nothing
   * written, `ignored` is the very answer that an id that nobody has would give.
   */
  stranger: 'missing' | 'refused' | 'ignored';
  /** Super users work across companies here. */
  superMay?: true;
}

const own = (kind: Kind): Slot => ({ in: 'params', path: 'id', kind, stranger: 'missing' });
const named = (path: string, kind: Kind): Slot => ({ in: 'body', path, kind, stranger: 'refused' });
const lanes = [named('nextLaneId', 'lane'), named('rollbackLaneId', 'lane')];
const attachments = [named('integrationId', 'unbuilt'), named('fileListId', 'unbuilt')];
const duties = [named('whatsappId', 'unbuilt'), named('queueIds.0', 'queue')];

/** The id slots of every call, and of what each is the id. A call without a row does not compile. */
export const slots: Record<CallName, Slot[]> = {
  'settings.version': [],
  'settings.company': [{ in: 'params', path: 'companyId', kind: 'company', stranger: 'ignored' }],
  'settings.companyOne': [],
  'settings.payment': [],
  'settings.saveCompany': [],
  'settings.list': [],
  'settings.shown': [],
  'settings.savePlatform': [],
  'settings.public': [],

  'companies.plan': [{ in: 'params', path: 'companyId', kind: 'company', stranger: 'missing', superMay: true }],

  'tags.list': [{ in: 'query', path: 'tagId', kind: 'tag', stranger: 'ignored' }],
  'tags.pick': [],
  'tags.lanes': [],
  'tags.show': [own('tag')],
  'tags.create': lanes,
  'tags.update': [own('tag'), ...lanes],
  'tags.remove': [own('tag')],

  'access.signIn': [],
  'access.refresh': [],
  'access.signOut': [],
  'access.signOutEverywhere': [],
  'access.me': [],
  'access.users': [],
  'access.pickUsers': [],
  'access.showUser': [own('user')],
  'access.createUser': duties,
  'access.updateUser': [own('user'), ...duties],
  'access.removeUser': [own('user')],
  'access.keepListWidth': [own('user')],
  'access.pictureOfUser': [own('user')],

  'queues.list': [],
  'queues.show': [own('queue')],
  'queues.create': attachments,
  'queues.update': [own('queue'), ...attachments],
  'queues.remove': [own('queue')],
};

export const slotList = (Object.entries(slots) as [CallName, Slot[]][]).flatMap(([call, list]) =>
  list.map((slot) => ({ call, slot, endpoint: callNamed(call).endpoint })),
);

/** How the contract itself tells an id: by its name, or by the bound and the pattern that only ids have. */
export function looksLikeId({ path, schema }: Place): boolean {
  const name = path.split('.').findLast((key) => !/^\d+$/.test(key)) ?? '';
  const shape = JSON.stringify(schema);
  return /^id$|Ids?$/.test(name) || shape.includes('2147483647') || shape.includes('^[1-9]\\\\d{0,9}$');
}
export const idPlaces = places.filter(looksLikeId);
