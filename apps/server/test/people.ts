import { UserDraft } from '@balcao/contract/endpoints/access';
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { LightMyRequestResponse } from 'fastify';
import type { NewPlan } from '../src/foundation/db/schema/platform.ts';
import type { House } from '../src/wiring/house.ts';

export const PASSWORD = 'Senha-de-teste-1';
const YEAR_MS = 365 * 24 * 3_600_000;
let made = 0;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';
export interface Caller {
  token: string;
  user: SessionUser;
  sessionId: string;
  companyId: number;
  email: string;
  /** The refresh cookie as the browser would send it. */
  cookie: string;
  /** `path` is the contract's: `/tags`, without `/api`. */
  ask: (
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
}
type Plan = Partial<Omit<NewPlan, 'name'>>;

/** People by name: each test founds its own company, so nothing is ever in another test's way. */
export function people(house: House) {
  const { access, companies } = house.modules;

  async function plan(changes: Plan = {}) {
    return companies.planNamed({
      name: `Plano ${process.pid} ${++made}`,
      users: 50,
      connections: 10,
      queues: 50,
      ...changes,
    });
  }

  /** A company with its first admin, not signed in. Company 1 belongs to the platform's owner and is founded once. */
  async function aCompany(
    options: { plan?: Plan; dueDate?: Date; isSuper?: boolean; name?: string; settings?: object } = {},
  ) {
    if ((await companies.allIds()).length === 0 && !options.isSuper) await theOwner();
    const number = ++made;
    const email = `admin${number}@example.com`;
    const { companyId, userId } = await access.found({
      company: {
        name: options.name ?? `Empresa ${number}`,
        planId: (await plan(options.plan)).id,
        email,
        dueDate: options.dueDate ?? new Date(Date.now() + YEAR_MS),
      },
      admin: { name: `Admin ${number}`, email, password: PASSWORD },
      settings: options.settings ?? {},
      isSuper: options.isSuper ?? false,
    });
    return { companyId, userId, email };
  }

  /** The platform owner's company, with its super user. */
  const theOwner = () => aCompany({ isSuper: true, name: 'Dona da plataforma' });

  async function aUser(companyId: number, fields: Partial<typeof UserDraft._zod.input> = {}) {
    const email = `pessoa${++made}@example.com`;
    const user = await access.users.create(
      access.doorkeeper.asAdmin(companyId, 0),
      UserDraft.parse({ name: `Pessoa ${made}`, email, password: PASSWORD, ...fields }),
    );
    return { companyId, userId: user.id, email: fields.email ?? email };
  }

  function ask(token: string | undefined) {
    return (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      house.app.inject({
        method,
        url: `/api${path}`,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
  }

  async function signIn(email: string, password = PASSWORD, rememberMe = false): Promise<Caller> {
    const answer = await ask(undefined)('POST', '/auth/login', { email, password, rememberMe });
    if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`);
    const { token, user, sessionId } = answer.json<{ token: string; user: SessionUser; sessionId: string }>();
    const { name, value } = answer.cookies[0]!;
    return { token, user, sessionId, companyId: user.companyId, email, cookie: `${name}=${value}`, ask: ask(token) };
  }

  return {
    aCompany,
    aUser,
    theOwner,
    signIn,
    stranger: ask(undefined),
    withToken: ask,
    /** An admin of a company of its own, signed in. */
    anAdmin: async (options: Parameters<typeof aCompany>[0] = {}) => signIn((await aCompany(options)).email),
    /** An agent in that company, signed in. */
    anAgent: async (companyId: number, fields: Parameters<typeof aUser>[1] = {}) =>
      signIn((await aUser(companyId, fields)).email),
    aSuper: async () => signIn((await aCompany({ isSuper: true })).email),
  };
}
