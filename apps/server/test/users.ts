import { UserDraft } from '@balcao/contract/endpoints/access';
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { LightMyRequestResponse } from 'fastify';
import type { NewPlan } from '../src/infrastructure/db/schema/platform.ts';
import type { Server } from '../src/wiring/server.ts';
import { PASSWORD } from './password.ts';

export { PASSWORD };
/** After any time that a test sets the clock to. */
const NEVER_DUE = new Date('2199-12-31T12:00:00Z');
let sequence = 0;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';
export interface Caller {
  token: string;
  user: SessionUser;
  sessionId: string;
  companyId: number;
  email: string;
  /** The refresh cookie as a browser sends it. */
  cookie: string;
  /** `path` as in the contract: `/tags`, without `/api`. */
  request: (
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
}
type Plan = Partial<Omit<NewPlan, 'name'>>;

/** Creates companies and users. Each test creates its own company, so tests do not affect each other. */
export function users(server: Server) {
  const { access, companies } = server.modules;

  async function plan(changes: Plan = {}) {
    return companies.findOrCreatePlan({
      name: `Plano ${process.pid} ${++sequence}`,
      users: 50,
      connections: 10,
      queues: 50,
      ...changes,
    });
  }

  /** A company with its first admin, not signed in. Company 1 belongs to the platform owner and is created once. */
  async function createCompany(
    options: { plan?: Plan; dueDate?: Date; isSuper?: boolean; name?: string; settings?: object } = {},
  ) {
    if ((await companies.allIds()).length === 0 && !options.isSuper) await createPlatformOwner();
    const number = ++sequence;
    const email = `admin${number}@example.com`;
    const { companyId, userId } = await access.createCompany({
      company: {
        name: options.name ?? `Empresa ${number}`,
        planId: (await plan(options.plan)).id,
        email,
        dueDate: options.dueDate ?? NEVER_DUE,
      },
      admin: { name: `Admin ${number}`, email, password: PASSWORD },
      settings: options.settings ?? {},
      isSuper: options.isSuper ?? false,
    });
    return { companyId, userId, email };
  }

  /** The platform owner's company, with its super user. */
  const createPlatformOwner = () => createCompany({ isSuper: true, name: 'Dona da plataforma' });

  async function createUser(companyId: number, fields: Partial<typeof UserDraft._zod.input> = {}) {
    const email = `pessoa${++sequence}@example.com`;
    const user = await access.users.create(
      access.authenticator.asAdmin(companyId, 0),
      UserDraft.parse({ name: `Pessoa ${sequence}`, email, password: PASSWORD, ...fields }),
    );
    return { companyId, userId: user.id, email: fields.email ?? email };
  }

  function requestAs(token: string | undefined) {
    return (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      server.app.inject({
        method,
        url: `/api${path}`,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      });
  }

  async function signIn(email: string, password = PASSWORD, rememberMe = false): Promise<Caller> {
    const response = await requestAs(undefined)('POST', '/auth/login', { email, password, rememberMe });
    if (response.statusCode !== 200) throw new Error(`${email} could not sign in: ${response.body}`);
    const { token, user, sessionId } = response.json<{ token: string; user: SessionUser; sessionId: string }>();
    const { name, value } = response.cookies[0]!;
    return {
      token,
      user,
      sessionId,
      companyId: user.companyId,
      email,
      cookie: `${name}=${value}`,
      request: requestAs(token),
    };
  }

  return {
    createCompany,
    createUser,
    createPlatformOwner,
    signIn,
    anonymous: requestAs(undefined),
    withToken: requestAs,
    /** A signed-in admin of a new company. */
    createAdmin: async (options: Parameters<typeof createCompany>[0] = {}) =>
      signIn((await createCompany(options)).email),
    /** A signed-in agent of the company. */
    createAgent: async (companyId: number, fields: Parameters<typeof createUser>[1] = {}) =>
      signIn((await createUser(companyId, fields)).email),
    createSuperUser: async () => signIn((await createCompany({ isSuper: true })).email),
  };
}
