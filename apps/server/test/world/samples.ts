import type { TestHouse } from '../house.ts';
import { PASSWORD } from '../people.ts';
import type { CallName, Sent } from './calls.ts';
import { aPicture, uniqueColour, uniqueEmail, uniqueWords, type Tenant } from './tenants.ts';

type Scene = Tenant & { house: TestHouse };
/** One sound call of every name, on things that were made for it. A call without one does not compile. */
export const samples: { [C in CallName]: (scene: Scene) => Sent<C> | Promise<Sent<C>> } = {
  'settings.version': () => ({}),
  'settings.company': ({ companyId }) => ({ params: { companyId: String(companyId) } }),
  'settings.companyOne': () => ({ query: { column: 'transferMessage' } }),
  'settings.payment': () => ({ query: { column: 'stripe' } }),
  'settings.saveCompany': () => ({ body: { column: 'transferMessage', data: uniqueWords() } }),
  'settings.list': () => ({}),
  'settings.shown': () => ({ params: { key: 'appName' } }),
  'settings.savePlatform': () => ({ params: { key: 'appName' }, body: { value: uniqueWords() } }),
  'settings.public': () => ({ params: { key: 'appName' }, query: {} }),

  'companies.plan': ({ companyId }) => ({ params: { companyId: String(companyId) } }),

  'tags.list': () => ({ query: {} }),
  'tags.pick': () => ({ query: {} }),
  'tags.lanes': () => ({}),
  'tags.show': async ({ make }) => ({ params: { id: String(await make.tag()) } }),
  'tags.create': () => ({ body: { name: uniqueWords(), color: uniqueColour() } }),
  'tags.update': async ({ make }) => ({ params: { id: String(await make.tag()) }, body: { name: uniqueWords() } }),
  'tags.remove': async ({ make }) => ({ params: { id: String(await make.tag()) } }),

  'access.signIn': async ({ make }) => ({ body: { email: (await make.person()).email, password: PASSWORD } }),
  'access.refresh': async ({ house, make }) => ({
    headers: { cookie: (await house.signIn((await make.person()).email)).cookie, 'sec-fetch-site': 'same-origin' },
  }),
  'access.signOut': () => ({}),
  'access.signOutEverywhere': () => ({}),
  'access.me': () => ({}),
  'access.users': () => ({ query: {} }),
  'access.pickUsers': () => ({}),
  'access.showUser': async ({ make }) => ({ params: { id: String(await make.user()) } }),
  'access.createUser': () => ({ body: { name: uniqueWords(), email: uniqueEmail(), password: PASSWORD } }),
  'access.updateUser': async ({ make }) => ({
    params: { id: String(await make.user()) },
    body: { name: uniqueWords() },
  }),
  'access.removeUser': async ({ make }) => ({ params: { id: String(await make.user()) } }),
  // Nobody sets it for another.
  'access.keepListWidth': ({ admin }) => ({
    params: { id: String(admin.user.id) },
    body: { defaultTicketsManagerWidth: 500 },
  }),
  'access.pictureOfUser': async ({ make }) => ({ params: { id: String(await make.user()) }, file: aPicture() }),

  'queues.list': () => ({}),
  'queues.show': async ({ make }) => ({ params: { id: String(await make.queue()) } }),
  'queues.create': () => ({ body: { name: uniqueWords(), color: uniqueColour() } }),
  'queues.update': async ({ make }) => ({ params: { id: String(await make.queue()) }, body: { name: uniqueWords() } }),
  'queues.remove': async ({ make }) => ({ params: { id: String(await make.queue()) } }),
};
