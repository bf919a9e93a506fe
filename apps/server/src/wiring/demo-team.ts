import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Server } from './server.ts';

/** A chat of the first demo company: who writes what, by the first name. */
interface DemoChat {
  title: string;
  members: string[];
  messages: [sender: string, text: string][];
}

const chats: DemoChat[] = [
  {
    title: 'Escala de sábado',
    members: ['Marina', 'Rute', 'Jonas'],
    messages: [
      ['Jonas', 'Posso trocar com a Rute no sábado?'],
      ['Rute', 'Por mim, tudo bem.'],
    ],
  },
  {
    title: 'Loja Centro',
    members: ['Marina', 'Rute', 'Caio', 'Jonas'],
    messages: [
      ['Rute', 'Bom dia! A cliente do pedido 7731 quer retirar aqui na sexta.'],
      ['Marina', 'Pode, sim. Fica pronta quinta à tarde.'],
      ['Caio', 'Eu levo daqui quinta, 16h.'],
      ['Marina', 'Fechado. @Rute Lacerda confirma com ela?'],
      ['Rute', 'Confirmei! Perguntou se aceita cartão em *6 vezes*.'],
    ],
  },
];

const announcements = [
  {
    title: 'Versão 4.5.0 disponível',
    text: 'Chat interno, comunicados e tarefas chegaram ao menu.',
    priority: 3 as const,
  },
  {
    title: 'Manutenção no domingo, das 2h às 4h',
    text: 'As conversas ficam guardadas e entram quando o sistema voltar. Não precisa fazer nada.',
    priority: 1 as const,
  },
];

export async function createDemoChats({ modules: { access, teamChats } }: Server, companyId: number): Promise<void> {
  const users = await access.users.pick(access.authenticator.asAdmin(companyId, 0));
  const actorOf = (firstName: string) => {
    const user = users.find(({ name }) => name.startsWith(`${firstName} `));
    if (!user) throw new Error(`The demo has no user ${firstName}`);
    return access.authenticator.asAdmin(companyId, user.id);
  };
  for (const { title, members, messages } of chats) {
    const [owner, ...others] = members.map(actorOf);
    const { id } = await teamChats.create(owner!, { title, userIds: others.map(({ userId }) => userId) });
    for (const [sender, body] of messages) await teamChats.send(actorOf(sender), id, { body, clientKey: null });
  }
}

const ownerOf = ({ modules: { access } }: Server) => ({
  ...access.authenticator.asAdmin(OWNER_COMPANY_ID, 0),
  super: true,
});

/** Once: an interrupted start may have made some of them. */
export async function createDemoAnnouncements(server: Server): Promise<void> {
  const found = await findDemoAnnouncements(server);
  for (const announcement of announcements)
    if (!found.some(({ title }) => title === announcement.title))
      await server.modules.announcements.create(ownerOf(server), {
        ...announcement,
        isActive: true,
        startsAt: null,
        endsAt: null,
      });
}

export async function removeDemoAnnouncements(server: Server): Promise<void> {
  for (const { id } of await findDemoAnnouncements(server))
    await server.modules.announcements.remove(ownerOf(server), id);
}

async function findDemoAnnouncements(server: Server) {
  const found = await Promise.all(
    announcements.map(({ title }) =>
      server.modules.announcements.list(ownerOf(server), { search: title, page: 1, view: 'all' }),
    ),
  );
  return found.flatMap(({ rows }) => rows).filter(({ title }) => announcements.some((demo) => demo.title === title));
}
