import { chromium, request, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { arrive, DEMO_PASSWORD, Manager } from './cast/people.ts';
import { meta, newDigits } from './cast/channels.ts';
import config from './playwright.config.ts';
const OUT = '/tmp/web/look'; mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch(config.use?.launchOptions ?? {});
const context = await browser.newContext({ baseURL: process.env['BASE_URL']!, viewport: { width: 1440, height: 900 }, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' });
const page = await context.newPage();
const otica = new Manager(request, 'admin@example.com');
const shots = async (name: string) => {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => (document.documentElement.dataset['theme'] = t), theme);
    for (const [w, h] of [[1440, 900], [390, 844]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${OUT}/${name}-${w}-${theme}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
};
const d = newDigits();
const phoneNumberId = `1${d}`, wabaId = `2${d}`, token = `EAA${d}`, pageId = `7${d}`, igId = `8${d}`;
await meta().addWhatsApp({ phoneNumberId, wabaId, token, displayNumber: `+55 00 3333-${d.slice(-4)}`, isSubscribed: true, hasWindow: true, templates: [
  { name: 'pedido_pronto', language: 'pt_BR', category: 'UTILITY', components: [{ type: 'HEADER', format: 'TEXT', text: 'Boas notícias' }, { type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} está pronto. Pode retirar na loja do *Centro* até as 18h.' }, { type: 'FOOTER', text: 'Ótica Boa Vista' }, { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Acompanhar', url: 'https://exemplo.example.com/p/{{1}}' }, { type: 'QUICK_REPLY', text: 'Já retirei' }] }] },
  { name: 'promocao_de_julho', language: 'pt_BR', category: 'MARKETING', components: [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: 'Mês do cliente: 10% OFF na segunda armação até 31/07. Apresente esta mensagem em qualquer uma das nossas lojas, ou responda para reservar.' }] },
  { name: 'retomar_conversa', language: 'en_US', category: 'UTILITY', components: [{ type: 'BODY', text: 'Hello {{1}}, shall we go on?' }] },
] });
await meta().addPage({ pageId, name: 'Ótica Boa Vista', token: `tok${d}`, igId, igUsername: 'oticaboavista' });
await meta().addPage({ pageId: `71${d}`, name: 'Ótica Boa Vista Olinda', token: `tok2${d}` });
await meta().addUser({ id: `6${d}`, name: 'Dona', pageIds: [pageId, `71${d}`] });
const queue = await otica.call<{ id: number; name: string }>('POST', '/queue', { name: `Balcão ${d.slice(-4)}`, color: `#${d.slice(-6)}` });
const me = await otica.hire({ name: 'Marina Duarte', profile: 'admin', queueIds: [queue.id] });
await arrive(page, me, '/connections');
await page.getByRole('button', { name: 'Nova conexão' }).first().click();
await page.waitForTimeout(300); await page.screenshot({ path: `${OUT}/menu.png` });
await page.getByRole('menuitem', { name: /^WhatsApp/ }).click();
await page.getByRole('radio', { name: /API oficial/ }).check();
await shots('new-official');
await page.getByRole('textbox', { name: 'Nome' }).fill(`API ${d.slice(-4)}`);
await page.getByLabel('Identificação do número').fill(phoneNumberId);
await page.getByLabel('Identificação da conta comercial').fill(wabaId);
await page.getByLabel('Token de acesso').fill(token);
await page.getByRole('button', { name: 'Salvar conexão' }).click();
await page.getByRole('button', { name: 'Já guardei' }).click();
await page.getByText('Tudo certo').waitFor();
await page.getByText('Tudo certo').scrollIntoViewIfNeeded();
await shots('edit-official');
await page.getByRole('button', { name: 'Cancelar' }).click();
await page.getByRole('button', { name: 'Nova conexão' }).first().click();
await page.getByRole('menuitem', { name: /^Instagram/ }).click();
await page.getByRole('radio', { name: /API oficial/ }).check();
await shots('sign-in');
await page.getByRole('button', { name: 'Conectar com Facebook' }).click();
await page.getByRole('group', { name: 'Dona' }).getByRole('button', { name: 'Permitir' }).first().click();
await page.getByRole('checkbox').first().check();
await shots('pages');
await page.getByRole('button', { name: 'Conectar', exact: true }).click();
await page.getByText(/contas conectadas/).waitFor();
const lines = await otica.call<{ id: number; name: string; channel: string; provider: string }[]>('GET', '/whatsapp?session=0');
const ours = lines.filter((l) => l.provider === 'official');
for (const l of ours) await otica.call('PUT', `/whatsapp/${l.id}`, { queueIds: [queue.id] });
await page.getByRole('button', { name: /^Saúde de/ }).first().click();
await page.waitForTimeout(500);
await shots('health');
await page.keyboard.press('Escape');
// conversations
const num = `550091${d.slice(-7)}`;
const helena = meta().customer('whatsapp', phoneNumberId, { id: num, name: 'Helena Prado' });
await helena.says('Bom dia! Tudo certo?');
await helena.does({ does: 'flow', answers: { Dia: '25/07', Horario: '10h', Obs: 'Levar receita' }, body: 'Agendar visita' });
await helena.does({ does: 'order', catalogId: '1', text: 'Pode entregar amanhã?', items: [{ id: 'Armação redonda', quantity: 2, price: 199.9, currency: 'BRL' }, { id: 'Estojo', quantity: 1, price: 29, currency: 'BRL' }] });
await helena.does({ does: 'button', title: 'Já retirei', payload: 'x', ofTemplate: true });
await helena.does({ does: 'unsupported', what: 'Message type unknown', code: 131051 });
const lia = meta().customer('instagram', igId, { id: `92${d}`, name: 'Lia Ramos', username: 'lia.ramos' });
await lia.says('Oi!');
await lia.does({ does: 'story-reply', text: 'Que lindo esse modelo!', storyId: 's1', url: 'https://exemplo.example.com/s1' });
await lia.does({ does: 'story-mention', url: 'https://exemplo.example.com/s2' });
await lia.does({ does: 'share', url: 'https://exemplo.example.com/reel', title: 'Como escolher a armação', type: 'ig_reel' });
await page.waitForTimeout(1500);
const tickets = async () => (await otica.call<{ tickets: { id: number; uuid: string; channel: string; contact: { name: string } }[] }>('GET', `/tickets?status=pending&showAll=true&whatsapps=${JSON.stringify(ours.map((l) => l.id))}`)).tickets;
for (const t of await tickets()) await otica.call('PUT', `/tickets/${t.id}`, { status: 'open', userId: me.id, queueId: queue.id });
const open = (await otica.call<{ tickets: { id: number; uuid: string; channel: string }[] }>('GET', `/tickets?status=open&showAll=true&whatsapps=${JSON.stringify(ours.map((l) => l.id))}`)).tickets;
for (const t of open) { await page.goto(`/tickets/${t.uuid}`); await page.getByRole('log').waitFor(); await page.waitForTimeout(800); await shots(`thread-${t.channel}`); }
const wa = open.find((t) => t.channel === 'whatsappapi');
if (wa) {
  await page.goto(`/tickets/${wa.uuid}`);
  await page.getByRole('button', { name: 'Anexar' }).click();
  await page.getByRole('menuitem', { name: 'Modelo aprovado' }).click();
  await page.getByRole('button', { name: /^Pedido pronto/ }).waitFor();
  await shots('templates');
  await page.getByRole('button', { name: /^Pedido pronto/ }).click();
  await page.getByRole('button', { name: 'Preencher Texto: {{1}} com primeiro nome' }).click();
  await page.waitForTimeout(700);
  await shots('template-fill');
}
// first contact: shut window
const rui = await otica.call<{ id: number }>('POST', '/contacts', { name: `Rui Melo ${d.slice(-4)}`, number: `550092${d.slice(-7)}`, email: '' });
const ticket = await otica.call<{ id: number; uuid: string }>('POST', '/tickets', { contactId: rui.id, queueId: queue.id, whatsappId: ours.find((l) => l.channel === 'whatsappapi')!.id, userId: me.id });
await otica.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: me.id, queueId: queue.id });
await page.goto(`/tickets/${ticket.uuid}`); await page.getByText('Janela de 24 h encerrada.').waitFor();
await shots('window-shut');
await meta().revokeToken(`tok${d}`);
for (const t of open.filter((t) => t.channel === 'instagram')) await otica.call('POST', `/messages/${t.id}`, { body: 'Oi' });
await page.goto('/connections'); await page.getByText(/não recebe nem envia/).first().waitFor({ timeout: 15000 });
await shots('revoked');
await browser.close();
await otica.leave();
process.exit(0);
