import { endpoints, type Endpoint } from '@balcao/contract';
import { policy } from '@balcao/domain/policy/policy';
import { describe, expect, it } from 'vitest';
import { figure } from './fixtures/scale.ts';
import { sourcesIn, type Source } from './fixtures/sources.ts';

const server = sourcesIn('apps/server/src');
const web = sourcesIn('apps/web/src');

/** Permissions that a use-case or a screen checks, in the forms that the code uses. */
const usages = [
  /\b(?:authorize|can|useCan)\(\s*(?:[\w.]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?,\s*)?'([a-z-]+\.[a-z-]+)'/g,
  /<Can\s+do="([a-z-]+\.[a-z-]+)"/g,
  /\bpermission: '([a-z-]+\.[a-z-]+)'/g,
];
const usedIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ text }) => usages.flatMap((usage) => [...text.matchAll(usage)].map(([, name]) => name!)));

const usedByEndpoints = Object.values(endpoints).flatMap((group) =>
  Object.values<Endpoint>(group).map(({ access }) => access),
);

/** Comparisons of the profile or the super flag, which belong into a row of the policy. */
const comparison = /\bprofile\b\s*[!=]==.*|\.super\b.*/g;
/** Reviewed: these places do not decide what a caller can do. */
const reviewed: Record<string, string> = {
  "apps/server/src/infrastructure/tokens/access-token.ts profile === 'user' ||": 'validates a claim of the token',
  "apps/server/src/modules/access/users.ts profile === 'user' &&": 'the last admin keeps the profile',
  "apps/server/src/modules/access/user-removal.ts profile === 'admin' &&": 'the last admin is not removed',
  'apps/web/src/lib/actor.ts .super,': 'maps the session user to the actor',
};
/** Reviewed: only screens ask these, because the server decides with another rule. */
const screenOnly: Record<string, string> = {
  'ticket.see-all': 'chooses the first filter of the inbox; the server lists by the ticket scope',
  'ticket.see-agent': 'shows whose conversation it is; the server lists by the ticket scope',
  'ticket.see-groups': 'shows the tab of groups; the ticket scope leaves groups out',
  'kanban.add-lane': 'shows the button; the server asks lane.manage',
};
describe('policy rows', () => {
  it('are each used by an endpoint or a use-case, except the reviewed ones of screens', () => {
    const used = new Set<string>([...usedByEndpoints, ...usedIn(server)]);
    expect(Object.keys(policy).filter((name) => !used.has(name))).toEqual(Object.keys(screenOnly));
    expect(usedIn(web)).toEqual(expect.arrayContaining(Object.keys(screenOnly)));
    figure('policy-usage', 'rows, unused', `${Object.keys(policy).length}, 0`);
  });

  it('are found in the sources of the server and the web', () => {
    expect(server.length).toBeGreaterThan(250);
    expect(web.length).toBeGreaterThan(250);
    expect(usedByEndpoints.length).toBeGreaterThan(150);
    expect(usedIn(server)).toEqual(expect.arrayContaining(['user.edit', 'quick-reply.read', 'message-api.use']));
    expect(usedIn(web)).toEqual(expect.arrayContaining(['ticket.see-agent', 'contact.export', 'settings.manage']));
  });
});

describe('profile and super flag', () => {
  const found = [...server, ...web].flatMap(({ path, text }) =>
    [...text.matchAll(comparison)].map(([code]) => `${path} ${code}`),
  );

  it('are compared in packages/domain only', () => {
    const isReviewed = (hit: string) => Object.keys(reviewed).some((known) => hit.startsWith(known));
    expect(found.filter((hit) => !isReviewed(hit))).toEqual([]);
  });

  it('are still compared where a comparison was reviewed', () => {
    for (const known of Object.keys(reviewed))
      expect(
        found.some((hit) => hit.startsWith(known)),
        known,
      ).toBe(true);
  });

  it.each(["if (actor.profile === 'admin')", "user.profile !== 'user'", 'if (!actor.super) refuse()'])(
    'are recognized in «%s»',
    (code) => {
      expect(code.match(comparison)).toHaveLength(1);
    },
  );
});
