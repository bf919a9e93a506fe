import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  aCampaign,
  aCampaignConnection,
  aCheck,
  answerFormRequests,
  aRunningCampaign,
} from '../../../testing/campaigns.ts';
import { anAdmin, aQueue, aUser } from '../../../testing/fixtures.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer, refuse, serveMedia } from '../../../testing/server.ts';
import { aTemplate } from '../../../testing/templates.ts';

type Listed = ReturnType<typeof aCampaign>;
const withCampaigns = (...records: Listed[]) => {
  answer(endpoints.campaigns.list, () => ({
    records,
    count: records.length,
    hasMore: false,
    statusCounts: { INATIVA: 0, PROGRAMADA: 0, EM_ANDAMENTO: 0, CANCELADA: 0, FINALIZADA: 0 },
  }));
  answer(endpoints.campaigns.show, ({ params }) => ({ ...records.find(({ id }) => id === params.id)!, shipping: [] }));
};
const openNew = async (check = aCheck()) => {
  const checks = answerFormRequests(check);
  withCampaigns();
  const { user } = renderScreen('/campaigns', { as: anAdmin() });
  await user.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Nova campanha' });
  return { user, dialog, checks };
};
const openExisting = async (campaign: Listed, connections?: ReturnType<typeof aCampaignConnection>[]) => {
  answerFormRequests();
  if (connections) answer(endpoints.campaigns.connections, () => connections);
  withCampaigns(campaign);
  const { user } = renderScreen('/campaigns', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: `Mais ações de ${campaign.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Abrir' }));
  const dialog = await screen.findByRole('dialog', { name: campaign.name });
  return { user, dialog };
};
const openCopy = async (campaign: Listed) => {
  answerFormRequests();
  withCampaigns(campaign);
  const { user } = renderScreen('/campaigns', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: `Mais ações de ${campaign.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nova campanha' });
  return { user, dialog };
};
/** The connection «Oficial» has one template. */
const withTemplate = (placeholders = 1) =>
  answer(endpoints.templates.list, ({ query }) => ({
    templates:
      query.whatsappId === 4
        ? [
            aTemplate({
              id: 50,
              whatsappId: 4,
              name: 'promo_julho',
              gaps: aTemplate().gaps.slice(0, placeholders),
            }),
          ]
        : [],
    count: 1,
    hasMore: false,
  }));
async function choose(user: UserEvent, dialog: HTMLElement, label: RegExp, option: RegExp) {
  await user.click(within(dialog).getByLabelText(label));
  await user.click(await screen.findByRole('option', { name: option }));
}
const next = (user: UserEvent, dialog: HTMLElement) =>
  user.click(within(dialog).getByRole('button', { name: 'Continuar' }));
async function fillData(user: UserEvent, dialog: HTMLElement, connection = /Matriz/) {
  await user.type(within(dialog).getByLabelText(/^Nome/), 'Dia da família');
  await choose(user, dialog, /^Conexão/, connection);
  await choose(user, dialog, /Lista de contatos/, /Clientes 2024/);
}
/** The first step on the official API, and the template with its first placeholder. */
async function fillOfficial(user: UserEvent, dialog: HTMLElement, placeholder: string) {
  await fillData(user, dialog, /Oficial/);
  await next(user, dialog);
  await choose(user, dialog, /Modelo aprovado/, /promo_julho/);
  await user.type(within(dialog).getByLabelText(/Campo 1/), placeholder);
}
/** Fills the form of a campaign that starts now with a file, and saves it. */
async function planWithFile(user: UserEvent, dialog: HTMLElement) {
  await fillData(user, dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Agora' }));
  await next(user, dialog);
  await user.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi');
  const file = new File(['x'], 'promo.png', { type: 'image/png' });
  await user.upload(within(dialog).getByLabelText('Anexo', { selector: 'input' }), file);
  await next(user, dialog);
  await next(user, dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Programar envio' }));
}

describe('the form of a campaign', () => {
  it('saves name, connection, list, date and texts [M-239] [M-240] [M-241] [M-248]', async () => {
    const { user, dialog } = await openNew();
    const created = answer(endpoints.campaigns.create, ({ body }) => aCampaign({ id: 10, name: body.name }));
    await fillData(user, dialog);
    await user.type(within(dialog).getByLabelText('Data'), '23/07/2099');
    await user.type(within(dialog).getByLabelText('Hora'), '13:00');
    await next(user, dialog);
    await user.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi, ');
    await user.click(within(dialog).getByRole('button', { name: 'Inserir {nome}' }));
    await user.click(within(dialog).getByRole('tab', { name: '5' }));
    await user.type(within(dialog).getByLabelText('Mensagem 5'), 'Use ');
    await user.click(within(dialog).getByRole('button', { name: 'Inserir {cupom}' }));
    await user.click(within(dialog).getByRole('switch', { name: 'Pedir confirmação antes' }));
    await user.type(within(dialog).getByLabelText('Confirmação 1'), 'Podemos mandar?');
    await next(user, dialog);
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Programar envio' }));
    expect(await screen.findByText('Campanha salva com sucesso!')).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      name: 'Dia da família',
      whatsappId: 2,
      contactListId: 8,
      tagListId: null,
      scheduledAt: '2099-07-23T16:00:00.000Z',
      message1: 'Oi, {nome}',
      message5: 'Use {cupom}',
      confirmation: true,
      confirmationMessage1: 'Podemos mandar?',
      openTicket: 'disabled',
    });
  });

  it('needs a name of 2 to 50 and a connection, and leads to the step of the error [M-239]', async () => {
    const { user, dialog } = await openNew();
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findAllByText('Obrigatório')).toHaveLength(2);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'A');
    expect(await within(dialog).findByText('Muito curto!')).toBeVisible();
  });

  it('is not saved with a date that does not exist or a time without a date', async () => {
    const { user, dialog } = await openNew();
    const created = answer(endpoints.campaigns.create, () => aCampaign({ id: 10 }));
    await fillData(user, dialog);
    await user.type(within(dialog).getByLabelText('Data'), '31/02/2099');
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Esta data não existe')).toBeVisible();
    const day = within(dialog).getByLabelText('Data');
    expect(day).toHaveValue('31/02/2099');
    await user.click(within(dialog).getByRole('button', { name: 'Sem data' }));
    await waitFor(() => expect(day).toHaveValue(''));
    expect(within(dialog).queryByText('Esta data não existe')).toBeNull();
    await user.type(within(dialog).getByLabelText('Hora'), '13:00');
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(within(dialog).getByLabelText('Data')).toHaveAccessibleDescription(/Obrigatório/));
    await user.click(within(dialog).getByRole('button', { name: 'Sem data' }));
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(created).toHaveLength(1));
    expect(created[0]?.body.scheduledAt).toBeNull();
  });

  it('disables agent, queue and status without a ticket; an agent needs a queue [M-239] [M-242]', async () => {
    const { user, dialog } = await openNew();
    answer(endpoints.queues.list, () => [aQueue()]);
    answer(endpoints.access.pickUsers, () => [aUser()]);
    await fillData(user, dialog);
    await next(user, dialog);
    await user.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi');
    await next(user, dialog);
    const agent = within(dialog).getByLabelText(/Atendente/);
    expect(agent).toBeDisabled();
    expect(within(dialog).getByLabelText(/Situação da conversa/)).toBeDisabled();
    await user.click(within(dialog).getByRole('switch', { name: 'Abrir conversa' }));
    await user.type(agent, 'ca');
    expect(screen.queryByRole('option', { name: /Caio/ })).toBeNull();
    await user.type(agent, 'i');
    await user.click(await screen.findByRole('option', { name: /Caio/ }));
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Obrigatório')).toBeVisible();
    expect(within(dialog).getByLabelText(/^Fila/)).toBeVisible();
  });

  it('reviews real recipients, those left out by reason, the budget and the end [M-241]', async () => {
    const { user, dialog, checks } = await openNew(
      aCheck({
        budget: { perDay: 600, taken: 188, left: 412, cost: 40, sharedWith: ['Loja Centro'] },
        problems: ['ERR_CAMPAIGN_NO_MESSAGE'],
      }),
    );
    await fillData(user, dialog);
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    expect(await within(dialog).findByText('Oi, Ana Menezes!')).toBeVisible();
    expect(within(dialog).getByText('Pediram para sair')).toBeVisible();
    expect(within(dialog).getByText('1.163')).toBeVisible();
    expect(within(dialog).getByText(/40 pessoas fora da janela de 24 horas; restam 412 hoje/)).toBeVisible();
    expect(within(dialog).getByText('25/07, 10:03')).toBeVisible();
    expect(within(dialog).getByText('Escreva pelo menos uma mensagem ou escolha um modelo aprovado.')).toBeVisible();
    expect(checks.at(-1)?.body).toMatchObject({ contactListId: 8, whatsappId: 2 });
  });

  it('says why the forecast is missing, and tries again', async () => {
    const { user, dialog } = await openNew();
    let isBroken = true;
    answer(endpoints.campaigns.check, () => (isBroken ? refuse('ERR_NO_WAPP_FOUND') : aCheck()));
    await fillData(user, dialog);
    const again = await within(dialog).findByRole('button', { name: 'Tentar de novo' });
    isBroken = false;
    await user.click(again);
    expect(await within(dialog).findByText('1.163')).toBeVisible();
  });

  it('uploads and removes the attachment, and keeps the campaign when an upload fails [M-241]', async () => {
    const { user, dialog } = await openNew();
    let isBroken = true;
    const created = answer(endpoints.campaigns.create, () => aCampaign({ id: 10 }));
    const updated = answer(endpoints.campaigns.update, () => aCampaign({ id: 10 }));
    const attached = answer(endpoints.campaigns.attach, () =>
      isBroken ? refuse('ERR_CAMPAIGN_FILE_TYPE') : { mensagem: 'Arquivo Anexado' },
    );
    await fillData(user, dialog);
    await next(user, dialog);
    await user.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi');
    await user.upload(
      within(dialog).getByLabelText('Anexo', { selector: 'input' }),
      new File(['x'], 'promo.png', { type: 'image/png' }),
    );
    expect(await within(dialog).findByText('promo.png')).toBeVisible();
    await next(user, dialog);
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText(/A campanha foi salva, mas o anexo não foi enviado/)).toBeVisible();
    isBroken = false;
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(attached).toHaveLength(2));
    expect([created.length, updated.length]).toEqual([1, 1]);
    expect(attached[1]?.params).toEqual({ id: 10 });
  });

  it('of now gets its date after its attachment: with the date it is read-only [M-241]', async () => {
    const { user, dialog } = await openNew();
    const order: string[] = [];
    let isBroken = true;
    const saved = (name: string) => (scheduledAt: string | null | undefined) => {
      order.push(`${name} ${scheduledAt ? 'with' : 'without'} a date`);
      return aCampaign({ id: 10 });
    };
    answer(endpoints.campaigns.create, ({ body }) => saved('create')(body.scheduledAt));
    answer(endpoints.campaigns.update, ({ body }) => saved('update')(body.scheduledAt));
    answer(endpoints.campaigns.attach, () => {
      order.push('attach');
      return isBroken ? refuse('ERR_CAMPAIGN_FILE_TYPE') : { mensagem: 'Arquivo Anexado' };
    });
    await planWithFile(user, dialog);
    expect(await screen.findByText(/A campanha foi salva, mas o anexo não foi enviado/)).toBeVisible();
    expect(order).toEqual(['create without a date', 'attach']);
    isBroken = false;
    await user.click(within(dialog).getByRole('button', { name: 'Programar envio' }));
    expect(await screen.findByText('Campanha salva com sucesso!')).toBeVisible();
    expect(order.slice(2)).toEqual(['update without a date', 'attach', 'update with a date']);
  });

  it('loses an attachment that was stored before its date was refused', async () => {
    const { user, dialog } = await openNew();
    let isRefused = true;
    answer(endpoints.campaigns.create, () => aCampaign({ id: 10 }));
    answer(endpoints.campaigns.update, () =>
      isRefused ? refuse('ERR_CAMPAIGN_NO_AUDIENCE') : aCampaign({ id: 10, scheduledAt: '2099-07-23T16:00:00.000Z' }),
    );
    answer(endpoints.campaigns.attach, () => ({ mensagem: 'Arquivo Anexado' }));
    const detached = answer(endpoints.campaigns.detach, () => ({ mensagem: 'Arquivo excluído' }));
    await planWithFile(user, dialog);
    await within(dialog).findByLabelText(/Lista de contatos/);
    isRefused = false;
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Remover anexo' }));
    await next(user, dialog);
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Programar envio' }));
    expect(await screen.findByText('Campanha salva com sucesso!')).toBeVisible();
    expect(detached.map(({ params }) => params)).toEqual([{ id: 10 }]);
  });

  it('asks for an approved template and its placeholders on the official API [M-240]', async () => {
    const { user, dialog } = await openNew();
    withTemplate();
    const created = answer(endpoints.campaigns.create, () => aCampaign({ id: 10 }));
    await fillOfficial(user, dialog, '{{nome}');
    await next(user, dialog);
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() =>
      expect(created[0]?.body).toMatchObject({ templateId: 50, templateValues: { 'body.1': '{nome}' } }),
    );
  });

  it('requires every placeholder, and reports one that only the server knows', async () => {
    const { user, dialog } = await openNew();
    withTemplate(2);
    const created = answer(endpoints.campaigns.create, () =>
      refuse('ERR_VALIDATION', { field: 'values.body.2', rule: 'required' }),
    );
    await fillOfficial(user, dialog, 'Ana');
    await next(user, dialog);
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    const second = await within(dialog).findByLabelText(/Campo 2/);
    await waitFor(() => expect(second).toHaveAccessibleDescription(/^Obrigatório/));
    expect(within(dialog).getByLabelText(/Campo 1/)).toBeValid();
    expect(second).toHaveFocus();
    expect(created).toHaveLength(0);
    await user.type(second, 'x');
    await waitFor(() => expect(second).toBeValid());
    // The template may have changed since it was loaded.
    await next(user, dialog);
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(created).toHaveLength(1));
    expect(await screen.findByText(/um campo que não aparece aqui tem um erro/)).toBeVisible();
  });

  it('drops the template when another connection is chosen', async () => {
    const { user, dialog } = await openNew();
    withTemplate();
    const created = answer(endpoints.campaigns.create, () => aCampaign({ id: 10 }));
    await fillOfficial(user, dialog, 'Ana');
    await user.click(within(dialog).getByRole('button', { name: 'Voltar' }));
    await choose(user, dialog, /^Conexão/, /Matriz/);
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(created[0]?.body).toMatchObject({ templateId: null, templateValues: {} }));
  });

  it('returns to the intervals of the settings when another connection is chosen', async () => {
    const { user, dialog } = await openCopy(
      aCampaign({ whatsappId: 4, whatsapp: { id: 4, name: 'Oficial', channel: 'whatsappapi' }, rateMode: 'account' }),
    );
    withTemplate();
    const created = answer(endpoints.campaigns.create, () => aCampaign({ id: 10 }));
    expect(await within(dialog).findByRole('group', { name: 'Ritmo de envio' })).toBeVisible();
    await choose(user, dialog, /^Conexão/, /Matriz/);
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(created[0]?.body).toMatchObject({ whatsappId: 2, rateMode: 'settings' }));
  });

  it('asks again for the permission of cold contacts when another number is chosen', async () => {
    const { user, dialog } = await openExisting(aCampaign({ allowCold: true }), [
      aCampaignConnection(),
      aCampaignConnection({ id: 4, name: 'Oficial', channel: 'whatsappapi' }),
      aCampaignConnection({ id: 5, name: 'Filial' }),
    ]);
    const updated = answer(endpoints.campaigns.update, () => aCampaign());
    const save = async () => {
      for (let step = 0; step < 3; step += 1) await next(user, dialog);
      await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    };
    const cold = () => within(dialog).getByRole('switch', { name: /Incluir quem nunca escreveu/ });
    await waitFor(() => expect(cold()).toBeChecked());
    expect(within(dialog).queryByLabelText(/Digite o nome da conexão/)).toBeNull();
    await choose(user, dialog, /^Conexão/, /Filial/);
    expect(cold()).not.toBeChecked();
    await user.click(cold());
    await user.type(within(dialog).getByLabelText('Digite o nome da conexão: Filial'), 'Filial');
    await choose(user, dialog, /^Conexão/, /Oficial/);
    await save();
    await waitFor(() =>
      expect(updated[0]?.body).toMatchObject({ whatsappId: 4, allowCold: false, coldConfirmation: '' }),
    );
  });

  it('shows a missing audience at the tag, or at the list of a copy of results', async () => {
    const { user, dialog } = await openCopy(
      aCampaign({ contactListId: null, contactList: null, source: { id: 2, name: 'Junho', filter: 'not-replied' } }),
    );
    const created = answer(endpoints.campaigns.create, () => refuse('ERR_CAMPAIGN_NO_AUDIENCE'));
    const send = async () => {
      for (let step = 0; step < 3; step += 1) await next(user, dialog);
      await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    };
    await send();
    const list = await within(dialog).findByLabelText(/Lista de contatos/);
    await waitFor(() => expect(list).toHaveAccessibleDescription(/público|lista/i));
    await choose(user, dialog, /Lista de contatos/, /Clientes 2024/);
    await send();
    await waitFor(() => expect(created[1]?.body.contactListId).toBe(8));
    await user.click(await within(dialog).findByRole('button', { name: 'Tag' }));
    await send();
    const tag = await within(dialog).findByRole('combobox', { name: /Tag/ });
    await waitFor(() => expect(tag).toHaveAccessibleDescription(/público|lista/i));
  });

  it.each([true, false])('copies the attachment, or says that it cannot (%s)', async (exists) => {
    const { user, dialog } = await openCopy(aCampaign({ mediaName: 'promo.png', mediaUrl: '/media/promo' }));
    serveMedia(exists ? 'pixels' : undefined);
    const created = answer(endpoints.campaigns.create, () => aCampaign({ id: 10 }));
    const attached = answer(endpoints.campaigns.attach, () => ({ mensagem: 'Arquivo Anexado' }));
    await next(user, dialog);
    expect(within(dialog).getByText('promo.png')).toBeVisible();
    await next(user, dialog);
    await next(user, dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    if (!exists) {
      expect(await screen.findByText(/O anexo promo.png não pôde ser copiado/)).toBeVisible();
      expect(created).toHaveLength(0);
      return;
    }
    expect(await screen.findByText('Campanha salva com sucesso!')).toBeVisible();
    expect(attached[0]?.params).toEqual({ id: 10 });
    expect(attached[0]?.file.name).toBe('promo.png');
    expect(await attached[0]?.file.text()).toBe('pixels');
  });

  it('of a running campaign shows each of its texts', async () => {
    const { user, dialog } = await openExisting(
      aRunningCampaign({ message2: 'Segunda', confirmation: true, confirmationMessage3: 'Podemos?' }),
    );
    await next(user, dialog);
    await user.click(within(dialog).getAllByRole('tab', { name: '2' })[0]!);
    expect(within(dialog).getByLabelText('Mensagem 2')).toHaveValue('Segunda');
    await user.click(within(dialog).getAllByRole('tab', { name: '3' })[1]!);
    expect(within(dialog).getByLabelText('Confirmação 3')).toHaveValue('Podemos?');
    for (const name of ['Mensagem 2', 'Confirmação 3']) expect(within(dialog).getByLabelText(name)).toBeDisabled();
    expect(within(dialog).getByRole('button', { name: 'Anexar arquivo' })).toBeDisabled();
    expect(within(dialog).getAllByRole('button', { name: 'Inserir {nome}' })[0]).toBeDisabled();
  });

  it('sends a test of one message to a number of the user', async () => {
    const { user, dialog } = await openNew();
    const tested = answer(endpoints.campaigns.test, () => ({ message: 'ok' }));
    await fillData(user, dialog);
    await next(user, dialog);
    await user.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi');
    await user.click(within(dialog).getByRole('button', { name: 'Enviar teste para mim' }));
    const test = await screen.findByRole('dialog', { name: 'Enviar teste para mim' });
    await user.type(within(test).getByLabelText(/Seu número/), '00 99702-1145');
    await user.click(within(test).getByRole('button', { name: 'Enviar teste' }));
    expect(await screen.findByText('Teste enviado')).toBeVisible();
    expect(tested[0]?.body).toMatchObject({ number: '00 99702-1145', variant: 1, message1: 'Oi' });
  });

  it('says at the number why a test is not sent', async () => {
    const { user, dialog } = await openNew();
    answer(endpoints.campaigns.test, () => refuse('ERR_CAMPAIGN_TEST_COLD'));
    await fillData(user, dialog);
    await next(user, dialog);
    await user.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi');
    await user.click(within(dialog).getByRole('button', { name: 'Enviar teste para mim' }));
    const test = await screen.findByRole('dialog', { name: 'Enviar teste para mim' });
    const number = within(test).getByLabelText(/Seu número/);
    await user.type(number, '00 99702-1145');
    await user.click(within(test).getByRole('button', { name: 'Enviar teste' }));
    await waitFor(() => expect(number).toBeInvalid());
    expect(number).toHaveAccessibleDescription(/nunca escreveu para esta conexão/);
  });

  it('asks before it discards changes [M-244]', async () => {
    const { user, dialog } = await openNew();
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Dia');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: /Descartar/ })).toBeVisible();
  });

  it.each([
    [aRunningCampaign(), /Em andamento: não pode ser mudada/],
    [aCampaign({ status: 'FINALIZADA', editable: 'none' }), /Finalizada: duplique/],
    [aCampaign({ status: 'PROGRAMADA', editable: 'none' }), /Começa em menos de uma hora/],
  ])('is read-only with the reason [M-244] (%#)', async (campaign, reason) => {
    const { user, dialog } = await openExisting(campaign);
    expect(within(dialog).getByText(reason)).toBeVisible();
    expect(within(dialog).getByLabelText(/^Nome/)).toBeDisabled();
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    expect(within(dialog).queryByRole('button', { name: /Salvar|Programar/ })).toBeNull();
  });

  it('of a canceled campaign changes all but the audience, and restarts it [M-243] [M-244]', async () => {
    const { user, dialog } = await openExisting(aCampaign({ status: 'CANCELADA', editable: 'content' }));
    const restarted = answer(endpoints.campaigns.restart, () => undefined);
    expect(within(dialog).getByText(/o público não muda/)).toBeVisible();
    expect(within(dialog).getByLabelText(/Lista de contatos/)).toBeDisabled();
    expect(within(dialog).getByLabelText(/^Nome/)).toBeEnabled();
    for (let step = 0; step < 3; step += 1) await next(user, dialog);
    expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Recomeçar' }));
    const question = await screen.findByRole('dialog', { name: /Recomeçar/ });
    await user.click(within(question).getByRole('button', { name: 'Recomeçar' }));
    await waitFor(() => expect(restarted).toHaveLength(1));
  });
});
