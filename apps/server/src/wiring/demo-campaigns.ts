import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { finishForDemo } from '../modules/campaigns/index.ts';
import type { Server } from './server.ts';

const PEOPLE = [
  'Ana Clara Menezes',
  'Otávio Rangel',
  'Sandra Lima',
  'Igor Sampaio',
  'Renata Góes',
  'Edson Paiva',
  'Helena Prado',
  'Rafael Teixeira',
  'Pedro Henrique Azevedo',
  'Lúcia Barros',
  'Marcos Vinícius Reis',
  'Tânia Moura',
];
const SENT_DAYS_AHEAD = 30;
const NO_TEXTS = ['', '', '', '', ''];

/** A contact list, a campaign that ended last week and one that is scheduled. Nothing is sent. */
export async function createDemoCampaigns({ modules, db }: Server, admin: Actor): Promise<void> {
  const { campaignModule, connections, contactLists } = modules;
  const [connection] = await connections.list(admin.companyId);
  if (!connection) return;
  const list = await contactLists.create(admin, 'Clientes 2024');
  for (const [index, name] of PEOPLE.entries())
    await contactLists.addItem(admin, list.id, { name, number: `+55009970${String(21_145 + index * 37)}`, email: '' });
  const draft = {
    connectionId: connection.id,
    contactListId: list.id,
    tagId: null,
    confirmations: NO_TEXTS,
    asksConfirmation: false,
    templateId: null,
    templateValues: {},
    opensTicket: false,
    ticketStatus: 'closed' as const,
    userId: null,
    queueId: null,
    rateMode: 'settings' as const,
    localHours: false,
    allowsCold: false,
    coldConfirmation: '',
  };
  const texts = (...given: string[]) => [...given, ...NO_TEXTS].slice(0, NO_TEXTS.length);
  const { campaign: ended } = await campaignModule.campaigns.create(admin, {
    ...draft,
    name: 'Mês do cliente',
    messages: texts(
      'Oi, {nome}! Julho é o mês do cliente: sua segunda armação sai pela metade.',
      '{nome}, separamos 10 % para você neste mês. Quer que eu reserve?',
    ),
    scheduledAt: null,
  });
  await db.inCompany(admin.companyId, (tx) => finishForDemo(tx, ended.id, list.id));
  await campaignModule.campaigns.create(admin, {
    ...draft,
    name: 'Volta às aulas',
    messages: texts('Oi, {nome}! As aulas voltam logo: o exame das crianças é por nossa conta até sexta.'),
    scheduledAt: new Date(Date.now() + SENT_DAYS_AHEAD * DAY_MS),
  });
}
