/** Who may use whom. Each rule was broken on purpose once, in tools/check-layers.test.ts. */

/** The server's rooms by floor, lowest first: a room uses the doors of lower floors, never of its own or a higher one. */
const floors = [
  ['settings', 'companies', 'labels', 'tags', 'quick-messages', 'push', 'noticeboard'],
  ['access', 'queues', 'connections'],
  ['contacts', 'number-health'],
  ['tickets'],
  ['messages', 'notes', 'privacy', 'contact-sheets'],
  ['automation', 'clockwork', 'history'],
  ['inbound', 'outreach', 'chats', 'billing', 'insights'],
];

const server = '^apps/server/src';
const modules = `${server}/modules`;
const web = '^apps/web/src';
const tests = '\\.(test|fixture)\\.tsx?$|^apps/server/test/|^apps/web/src/testing/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const rooms = (names) => `${modules}/(${names.join('|')})/`;

const lookDown = floors.map((names, index) =>
  rule(
    `floor-${index + 1}-looks-down`,
    `${names.join(', ')}: only lower floors, never a neighbour`,
    { path: rooms(names), pathNot: tests },
    { path: rooms(floors.slice(index).flat()), pathNot: `${modules}/$1/` },
  ),
);

/** Some machinery has one room, so that it can be exchanged there. */
const homes = [
  ['sql-lives-in-stores', '(drizzle-orm|pg)', `${server}/foundation/db/|\\.store\\.ts$`],
  ['fastify-lives-in-http', '(fastify|@fastify/[^/]+)', `${server}/foundation/http/`],
  ['sockets-live-in-realtime', 'socket\\.io', `${server}/foundation/realtime/`],
  ['queue-lives-in-jobs', 'pg-boss', `${server}/foundation/jobs/`],
].map(([name, library, home]) =>
  rule(
    name,
    `${library} only in ${home}`,
    { path: `${server}/`, pathNot: `${home}|${tests}` },
    { path: `node_modules/(@types/)?${library}/` },
  ),
);

module.exports = {
  forbidden: [
    rule('no-circles', 'types included', {}, { circular: true }),
    rule(
      'everything-is-found',
      'an import nobody can follow would escape every other rule',
      {},
      // Made while building, of the contract alone.
      { couldNotResolve: true, pathNot: '^virtual:contract-lines$' },
    ),
    rule(
      'nothing-leans-on-tests',
      'what only tests need stays with the tests',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: tests },
    ),
    rule(
      'product-leans-on-no-tool',
      'tools, journeys and benches look at the product, never the other way round',
      { path: '^(apps|packages)/', pathNot: tests },
      { path: '^(tools|e2e|bench)/' },
    ),
    rule(
      'domain-stands-alone',
      'the law is pure: no packages, no Node',
      { path: '^packages/domain/', pathNot: tests },
      { pathNot: '^packages/domain/' },
    ),
    rule(
      'contract-knows-domain-and-zod',
      'the wire needs nothing else',
      { path: '^packages/contract/', pathNot: tests },
      { pathNot: '^packages/(contract|domain)/|node_modules/zod/' },
    ),
    rule('packages-know-no-app', 'not even in a test', { path: '^packages/' }, { path: '^apps/' }),
    rule(
      'apps-are-strangers',
      'they meet on the wire only',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'foundation-knows-no-business',
      'the ground carries the house and knows nobody in it',
      { path: `${server}/foundation/`, pathNot: tests },
      { path: `${server}/(modules|channels|gateways|wiring|main)` },
    ),
    rule(
      'adapters-know-no-room',
      'the outside world is translated, not handled, there',
      { path: `${server}/(channels|gateways)/`, pathNot: tests },
      { path: `${server}/(modules|wiring|main)` },
    ),
    rule(
      'rooms-see-ports-only',
      'which adapter stands behind a port is decided in wiring',
      { path: `${modules}/`, pathNot: tests },
      { path: `${server}/(channels|gateways)/`, pathNot: '/port\\.ts$' },
    ),
    rule(
      'rooms-are-entered-by-the-door',
      'the inside of another room is its own affair, also for wiring',
      { path: `${server}/(?:modules/([^/]+)|wiring|main)`, pathNot: tests },
      { path: `${modules}/`, pathNot: `${modules}/$1/|${modules}/[^/]+/index\\.ts$` },
    ),
    rule(
      'wiring-is-the-top',
      'what a room needs from above comes by event or job',
      { path: `${modules}/`, pathNot: tests },
      { path: `${server}/(wiring/|main\\.ts)` },
    ),
    ...lookDown,
    ...homes,
    rule(
      'web-ui-knows-no-business',
      'a button knows no ticket',
      { path: `${web}/ui/`, pathNot: tests },
      { path: `${web}/(app|features|entities)/|${web}/lib/(api|live|session)\\.|^packages/` },
    ),
    rule(
      'web-lib-is-the-ground',
      'lib knows no screen',
      { path: `${web}/lib/`, pathNot: tests },
      { path: `${web}/(app|features|entities|ui)/` },
    ),
    rule(
      'web-entities-below-features',
      'nouns know no verbs',
      { path: `${web}/entities/`, pathNot: tests },
      { path: `${web}/(app|features)/` },
    ),
    rule(
      'web-features-are-strangers',
      'app puts them together',
      { path: `${web}/features/([^/]+)/`, pathNot: tests },
      { path: `${web}/(app|features)/`, pathNot: `${web}/features/$1/` },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
