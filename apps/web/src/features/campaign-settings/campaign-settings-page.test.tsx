import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { settingRows } from '../../testing/campaigns.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

beforeEach(() => {
  answer(endpoints.campaigns.settings, () => settingRows());
  answer(endpoints.settings.company, () => ({ optOutWords: 'sair, parar' }));
});
const open = async () => {
  const rendered = renderScreen('/campaigns-config', { as: anAdmin() });
  await screen.findByLabelText(/Intervalo entre mensagens/);
  return rendered;
};
const type = async (user: Awaited<ReturnType<typeof open>>['user'], label: RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
};

describe('the sending settings', () => {
  it('start with the stored values and save pace, hours and weekend [M-246]', async () => {
    const saved = answer(endpoints.campaigns.saveSettings, () => settingRows({ messageInterval: '30' }));
    const { user } = await open();
    expect(screen.getByLabelText(/Intervalo entre mensagens/)).toHaveValue(20);
    expect(screen.getByLabelText(/Pausa maior a cada/)).toHaveValue(20);
    expect(screen.getByLabelText(/Duração da pausa maior/)).toHaveValue(60);
    expect(screen.getByLabelText(/Começa às/)).toHaveValue('09:00');
    expect(screen.getByLabelText(/Para às/)).toHaveValue('18:00');
    await type(user, /Intervalo entre mensagens/, '30');
    await user.click(screen.getByRole('switch', { name: 'Enviar aos sábados' }));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Configurações salvas')).toBeVisible();
    expect(saved[0]?.body.settings).toMatchObject({
      messageInterval: 30,
      longerIntervalAfter: 20,
      greaterInterval: 60,
      startHour: '09:00',
      endHour: '18:00',
      sabado: true,
      domingo: false,
    });
  });

  it('refuse values outside their bounds [M-246]', async () => {
    const { user } = await open();
    await type(user, /Intervalo entre mensagens/, '121');
    await type(user, /Duração da pausa maior/, '10');
    await type(user, /Para às/, '08:00');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Use 0 ou um valor de 20 a 180')).toBeVisible();
    expect(screen.getByText('Precisa ser depois do começo')).toBeVisible();
    expect(screen.getByLabelText(/Intervalo entre mensagens/)).toBeInvalid();
  });

  it('draw the week with its sending hours [M-246]', async () => {
    const { user } = await open();
    expect(screen.getByRole('img', { name: 'Semana: envia de segunda a sexta, das 09:00 às 18:00' })).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Enviar aos sábados' }));
    await user.click(screen.getByRole('switch', { name: 'Enviar aos domingos' }));
    expect(screen.getByRole('img', { name: 'Semana: envia todos os dias, das 09:00 às 18:00' })).toBeVisible();
  });

  it('keep variables with keys that differ [M-246]', async () => {
    const saved = answer(endpoints.campaigns.saveSettings, () => settingRows());
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Nova variável' }));
    await user.type(screen.getByLabelText('Chave da variável 1'), 'cupom');
    await user.type(screen.getByLabelText('Texto da variável 1'), 'JULHO10');
    await user.click(screen.getByRole('button', { name: 'Nova variável' }));
    await user.type(screen.getByLabelText('Chave da variável 2'), 'cupom');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Use letras, números e _ e não repita uma chave')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Excluir a variável cupom' })[1]!);
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(saved[0]?.body.settings.variables).toEqual([{ key: 'cupom', value: 'JULHO10' }]));
  });

  it('keep the opt-out words and the words that refuse a confirmation', async () => {
    const saved = answer(endpoints.campaigns.saveSettings, () => settingRows());
    const changed = answer(endpoints.settings.saveCompany, ({ body }) => ({
      response: true as const,
      result: { [body.column]: body.data },
      changeId: null,
    }));
    const { user } = await open();
    expect(screen.getByText('sair')).toBeVisible();
    await user.type(screen.getByLabelText('Saem das campanhas'), 'stop{Enter}');
    await user.type(screen.getByLabelText('Recusam esta campanha'), 'agora não{Enter}');
    await user.click(screen.getByRole('button', { name: 'Excluir nao' }));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(saved[0]?.body.settings.refusalWords).toBe('não, agora não'));
    expect(changed[0]?.body).toEqual({ column: 'optOutWords', data: 'sair, parar, stop' });
  });

  it('ask before unsaved changes are lost [M-246]', async () => {
    const { user, router } = await open();
    await type(user, /Intervalo entre mensagens/, '30');
    await user.click(screen.getByRole('button', { name: 'Voltar para campanhas' }));
    const question = await screen.findByRole('dialog', { name: 'Sair sem salvar?' });
    await user.click(within(question).getByRole('button', { name: 'Continuar editando' }));
    expect(router.state.location.pathname).toBe('/campaigns-config');
  });
});
