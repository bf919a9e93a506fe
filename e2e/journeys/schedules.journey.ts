import { violationsOn } from '../support/axe.ts';
import { bubble, chooseAction, expect, item, picture, tab, test as base, type Customer } from '../support/inbox.ts';
import { dialog, toast } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';

/** The job runs every minute. */
const SENT_MS = 130_000;

const longDay = (date: Date) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' }).format(date);

const test = base.extend<{ contactOf: (customer: Customer) => Promise<number> }>({
  /** The contact of a customer. Its schedules are removed at the end: the month shows only two of a day. */
  contactOf: async ({ otica, counter }, lend) => {
    const contactIds: number[] = [];
    await lend(async (customer) => {
      const { id } = (await counter.conversation(customer))!;
      const { contactId } = await otica.call<{ contactId: number }>('GET', `/tickets/${id}`);
      contactIds.push(contactId);
      return contactId;
    });
    for (const contactId of contactIds) await removeSchedules(otica, contactId);
  },
});
async function removeSchedules(otica: AdminApi, contactId: number): Promise<void> {
  type Schedules = { schedules: { id: number }[] };
  const { schedules } = await otica.call<Schedules>('GET', `/schedules?contactId=${contactId}`);
  for (const { id } of schedules) await otica.call('DELETE', `/schedules/${id}`);
}
test.setTimeout(300_000);

test('a message from the inbox for every month on the 31st, one that is due, and one that a reply cancels [M-232] [M-237]', async ({
  page,
  otica,
  counter,
  contactOf,
}) => {
  const suffix = uniqueSuffix();
  const agent = await counter.agent({ name: `Nina ${suffix}` });
  const customer = await counter.attended(agent, 'Quero ser avisada', `Cliente ${suffix}`);
  const contactId = await contactOf(customer);
  await openSignedIn(page, agent, '/tickets');

  await tab(page, 'Atendendo').click();
  await item(page, customer.name).click();
  await bubble(page, 'Quero ser avisada').waitFor();
  await chooseAction(page, 'Agendar mensagem');
  const form = dialog(page, 'Novo agendamento');
  await expect(form.getByText(customer.name)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/schedules');

  // Every month from the 31st: short months end earlier, the next one is on the 31st again.
  await form.getByLabel(/^Data/).fill('31/01/2028');
  await form.getByLabel(/^Hora/).fill('09:00');
  await form.getByLabel(/^Mensagem/).fill(`Mensalidade de {{firstName}} ${suffix}`);
  await form.getByRole('button', { name: 'Meses' }).click();
  await form.getByLabel('Quantas vezes').fill('4');
  const dates = form.getByRole('region', { name: 'Próximos envios' });
  for (const date of ['31/01/2028', '29/02/2028', '31/03/2028', '30/04/2028'])
    await expect(dates.getByText(date)).toBeVisible();
  await form.getByRole('button', { name: 'Um dia útil antes' }).click();
  await expect(dates.getByText('28/04/2028')).toBeVisible();
  await picture(page, 'schedules-dialog');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Agendar 4 envios' }).click();
  await expect(toast(page, 'Mensagem agendada')).toBeVisible();
  const monthly = await otica.call<{ schedules: { sendAt: string; enviarQuantasVezes: number }[] }>(
    'GET',
    `/schedules?contactId=${contactId}`,
  );
  expect(monthly.schedules).toMatchObject([{ enviarQuantasVezes: 4 }]);

  // One that is due now arrives; it is shown as sent without a reload.
  const body = `Sua armação chegou ${suffix}`;
  await otica.call('POST', '/schedules', {
    contactId,
    body,
    sendAt: new Date().toISOString(),
    whatsappId: counter.connection.id,
  });
  const chip = page.getByRole('button', { name: new RegExp(`${customer.name}, Enviado`) });
  await expect(chip.first()).toBeVisible({ timeout: SENT_MS });
  await expect.poll(() => counter.textsReceivedBy(customer), { timeout: 30_000 }).toContain(body);
  await picture(page, 'schedules-month');
  expect(await violationsOn(page)).toEqual([]);

  // One that ends when the customer replies.
  await otica.call('POST', '/schedules', {
    contactId,
    body: `Ainda tem interesse? ${suffix}`,
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    cancelOnReply: true,
  });
  await expect(page.getByRole('button', { name: new RegExp(`${customer.name}, Programado`) }).first()).toBeVisible();
  await counter.sendFrom(customer, 'Já busquei, obrigada!');
  await expect(
    page.getByRole('button', { name: new RegExp(`${customer.name}, Cancelado, o cliente respondeu`) }).first(),
  ).toBeVisible();

  for (const view of ['Semana', 'Lista'] as const) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect(page.getByText(customer.name.split(' ')[0]!).first()).toBeVisible();
    await picture(page, `schedules-${view.toLowerCase()}`);
    expect(await violationsOn(page)).toEqual([]);
  }
});

for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of [
    [1440, 900],
    [900, 900],
    [390, 844],
  ] as const)
    test(`the calendar at ${width} px, ${theme}, without violations of WCAG`, async ({
      page,
      otica,
      counter,
      contactOf,
    }) => {
      const agent = await counter.agent({ defaultTheme: theme });
      const customer = await counter.waiting('Bom dia');
      const contactId = await contactOf(customer);
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
      for (const [n, hours] of [1, 2, 3, 26].entries())
        await otica.call('POST', '/schedules', {
          contactId,
          body: `Lembrete número ${n + 1}`,
          sendAt: inHours(hours).toISOString(),
          queueId: counter.queue.id,
          ...(n === 3 ? { intervalo: 2, valorIntervalo: 1, enviarQuantasVezes: 3 } : {}),
        });
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      await openSignedIn(page, agent, '/schedules');
      // A phone lists one day: late in the evening the first of them is tomorrow.
      if (width === 390) await page.getByRole('button', { name: `${longDay(inHours(1))}, ` }).click();
      await expect(
        page
          .getByText('Lembrete número 1')
          .or(page.getByRole('button', { name: /Programado/ }))
          .first(),
      ).toBeVisible();
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await picture(page, `schedules-${width}-${theme}`);
      expect(await violationsOn(page)).toEqual([]);
    });
