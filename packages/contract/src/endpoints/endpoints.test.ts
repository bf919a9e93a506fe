import { policy } from '@balcao/domain/policy/policy';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isOpenToSupport, type Endpoint, type Group } from '../kernel/endpoint.ts';
import { endpoints } from './index.ts';

const all: [string, Endpoint][] = Object.entries(endpoints as Record<string, Group>).flatMap(([module, group]) =>
  Object.entries(group).map(([name, endpoint]): [string, Endpoint] => [`${module}.${name}`, endpoint]),
);
const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const keysOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

describe('contract endpoints', () => {
  it('have unique methods and paths', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([]);
  });

  it.each(all)('%s declares parameters, response and access', (_, endpoint) => {
    expect(endpoint.path).toMatch(/^(\/(:?[A-Za-z_-]+))+$/);
    expect(keysOf(endpoint.params).sort()).toEqual(paramsOf(endpoint).sort());
    expect(endpoint.reply).toBeInstanceOf(z.ZodType);
    if (endpoint.access !== 'public' && endpoint.access !== 'api-token')
      expect(Object.keys(policy)).toContain(endpoint.access);
  });

  it('have no body or files in GET and DELETE requests, and no body beside files', () => {
    for (const [name, { method, body, files }] of all) {
      if (method === 'GET' || method === 'DELETE') expect([body, files], name).toEqual([undefined, undefined]);
      if (files !== undefined) expect(body, name).toBeUndefined();
    }
  });

  it('are public only if listed, and public writes have a rate limit', () => {
    const open = all.filter(([, { access }]) => access === 'public').map(([name]) => name);
    expect(open.sort()).toEqual([
      'access.refresh',
      'access.signIn',
      'invitations.accept',
      'invitations.show',
      'passwordReset.request',
      'passwordReset.requestByPath',
      'passwordReset.reset',
      'passwordReset.resetByPath',
      'plans.list',
      'settings.public',
      'settings.version',
      'signUp.confirmEmail',
      'signUp.create',
      'signUp.puzzle',
    ]);
    for (const [name, { method, access, rate }] of all)
      if (access === 'public' && method !== 'GET') expect(rate, name).toBeDefined();
  });

  it('with messages, exports, tokens or payment are closed to support access', () => {
    const closed = ['messages', 'notes', 'quarantine', 'invoices', 'payments', 'passwordReset', 'invitations'];
    const writes = all.filter(([, { method, access }]) => method !== 'GET' && access !== 'public');
    expect(writes.filter(([name, { support }]) => support && closed.includes(name.split('.')[0]!))).toEqual([]);
    const own = all.filter(([name, { access }]) => name.startsWith('messages.') && access !== 'api-token');
    expect(own.filter(([, endpoint]) => isOpenToSupport(endpoint))).toEqual([]);
  });

  it('are available to an overdue company only if listed', () => {
    const open = all.filter(([, { whenOverdue }]) => whenOverdue).map(([name]) => name);
    expect(open.sort()).toEqual([
      'access.me',
      'access.signOut',
      'access.signOutEverywhere',
      'companies.plan',
      'invoices.changePlan',
      'invoices.check',
      'invoices.list',
      'invoices.offers',
      'invoices.pay',
      'invoices.price',
      'invoices.shown',
      'invoices.subscription',
      'plans.all',
      'settings.company',
      'settings.payment',
      'signUp.resendConfirmation',
      'support.end',
      'support.list',
      'support.renew',
    ]);
  });
});
