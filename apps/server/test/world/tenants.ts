import { UserDraft } from '@balcao/contract/endpoints/access';
import { deflateSync, crc32 } from 'node:zlib';
import type { TestHouse } from '../house.ts';
import { PASSWORD, type Caller } from '../people.ts';

/** What an id may be the id of; `unbuilt` is a kind that no row can have yet. */
export type Kind = 'tag' | 'lane' | 'queue' | 'user' | 'company' | 'unbuilt';

/** No plan limit stands in the way of a sweep. */
const PLENTY = 1_000_000;
let made = 0;
export const uniqueWords = (): string => `Palavra ${++made}`;
export const uniqueColour = (): string => `#${(++made).toString(16).padStart(6, '0')}`;
export const uniqueEmail = (): string => `mundo${++made}@example.com`;

/** Things of one company, made fresh for each call that will change them. */
export function maker(house: TestHouse, companyId: number) {
  const admin = house.modules.access.doorkeeper.asAdmin(companyId, 0);
  const tag = async (isLane: boolean) =>
    (
      await house.modules.tags.create(
        { ...admin, userId: await anybody() },
        { name: uniqueWords(), color: uniqueColour(), isLane },
      )
    ).id;
  let somebody: number | undefined;
  /** A tag remembers who made it, so it needs somebody real. */
  async function anybody() {
    somebody ??= (
      await house.asOwner.query<{ id: number }>('select id from users where company_id = $1 order by id limit 1', [
        companyId,
      ])
    ).rows[0]!.id;
    return somebody;
  }
  async function person(fields: Partial<typeof UserDraft._zod.input> = {}) {
    const email = fields.email ?? uniqueEmail();
    const draft = UserDraft.parse({ name: uniqueWords(), password: PASSWORD, ...fields, email });
    return { id: (await house.modules.access.users.create(admin, draft)).id, email };
  }
  return {
    companyId,
    person,
    user: async () => (await person()).id,
    tag: () => tag(false),
    lane: () => tag(true),
    queue: async () => (await house.modules.queues.create(admin, { name: uniqueWords(), color: uniqueColour() })).id,
    company: async () => companyId,
    unbuilt: async () => 1,
  } satisfies Record<Kind, () => Promise<number>> & { companyId: number; person: unknown };
}
export type Maker = ReturnType<typeof maker>;

export interface Tenant {
  companyId: number;
  admin: Caller;
  agent: Caller;
  make: Maker;
  /** One row of each kind that is there from the beginning. */
  ids: Record<Kind, number>;
}

/** A company with at least two rows in every table that can hold two. */
export async function aTenant(house: TestHouse): Promise<Tenant> {
  const { companyId, email } = await house.aCompany({ plan: { users: PLENTY, queues: PLENTY } });
  const make = maker(house, companyId);
  const queueIds = [await make.queue(), await make.queue()];
  const agent = await make.person({ queueIds });
  const [admin, plain] = [await house.signIn(email), await house.signIn(agent.email)];
  const lane = await make.lane();
  const ids = { tag: await make.tag(), lane, queue: queueIds[0]!, user: agent.id, company: companyId, unbuilt: 1 };
  await house.modules.tags.update(
    house.modules.access.doorkeeper.asAdmin(companyId, admin.user.id),
    await make.lane(),
    { nextLaneId: lane, rollbackLaneId: lane },
  );
  await make.tag();
  for (const userId of [admin.user.id, plain.user.id]) {
    await house.modules.access.pictures.keep(await house.modules.access.doorkeeper.whoIs(admin.token), userId, {
      bytes: aPicture(),
      fileName: 'eu.png',
    });
  }
  await admin.ask('DELETE', `/tags/${await make.tag()}`);
  await admin.ask('DELETE', `/tags/${await make.tag()}`);
  await house.asOwner.query('insert into event_log_floor (company_id, xid, id) values ($1, 1::text::xid8, 1)', [
    companyId,
  ]);
  return { companyId, admin, agent: plain, make, ids };
}

/** A token of the same session, signed now: for tests that turn the clock. */
export const freshToken = (house: TestHouse, { user, companyId, sessionId }: Caller): string =>
  house.modules.tokens.sign({ id: user.id, profile: user.profile, companyId, sid: sessionId, ver: 0 });

/** The smallest picture that a browser would show: one grey pixel. */
export function aPicture(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
