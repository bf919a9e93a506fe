import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdmin } from '../../testing/fixtures.ts';
import { answer, refuse } from '../../testing/server.ts';
import { open, put, row, withHours, withSettings } from './settings.fixture.ts';

const owner = anAdmin({ super: true });
let values: Record<string, string | null>;
beforeEach(() => {
  withSettings();
  withHours();
  values = { primaryColorLight: null, primaryColorDark: '#FFB224', appName: null, appLogoLight: null };
  answer(endpoints.settings.list, () =>
    Object.entries(values).map(([key, value], index) => ({ id: 1000 + index, key, value, companyId: 1 })),
  );
});
const withSaving = () =>
  answer(endpoints.settings.savePlatform, ({ params, body }) => {
    values[params.key] = body.value;
    return { id: 1, key: params.key, value: body.value, companyId: 1 };
  });
const SAVED = 'Operação atualizada com sucesso.';

describe('white label', () => {
  it('chooses a color in a dialog with OK and Cancelar, and restores ours [M-211]', async () => {
    const saved = withSaving();
    const { user } = await open(owner, '/settings/whitelabel');
    expect(await screen.findByText('#0000FF')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Escolher a cor: Tema claro' }));
    let dialog = await screen.findByRole('dialog');
    put(within(dialog).getByLabelText('Código hexadecimal'), '#c2255c');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(saved).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Escolher a cor: Tema claro' }));
    dialog = await screen.findByRole('dialog');
    const hex = within(dialog).getByLabelText('Código hexadecimal');
    put(hex, '#c22');
    expect(within(dialog).getByRole('button', { name: 'OK' })).toBeDisabled();
    put(hex, '#c2255c');
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(saved[0]).toMatchObject({ params: { key: 'primaryColorLight' }, body: { value: '#c2255c' } });
    expect(await screen.findByText('#C2255C')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Usar a cor padrão: Tema escuro' }));
    await waitFor(() => expect(saved[1]).toMatchObject({ params: { key: 'primaryColorDark' }, body: { value: '' } }));
    expect(await screen.findByText('#39ACE7')).toBeVisible();
  });

  it('saves the name of the system, empty for ours [M-212]', async () => {
    const saved = withSaving();
    const { user } = await open(owner, '/settings/whitelabel');
    const name = await screen.findByLabelText('Nome do sistema');
    put(name, 'G');
    expect(screen.getByText('Use de 2 a 50 caracteres, ou deixe vazio.')).toBeVisible();
    put(name, ' Guichê ');
    await user.click(screen.getByRole('button', { name: 'Salvar o nome do sistema' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    put(name, '');
    await user.click(screen.getByRole('button', { name: 'Salvar o nome do sistema' }));
    await waitFor(() => expect(saved.map(({ body }) => body.value)).toEqual(['Guichê', '']));
  });

  it('sends a logo, shows it, and removes it after a question [M-213]', async () => {
    const saved = withSaving();
    const sent = answer(endpoints.settings.uploadLogo, () => {
      values['appLogoLight'] = 'abc.png';
      return 'abc.png';
    });
    const { user } = await open(owner, '/settings/whitelabel');
    const file = new File(['x'], 'logo.png', { type: 'image/png' });
    await user.upload(await screen.findByLabelText('Logo para o tema claro'), file);
    expect(await screen.findByRole('img', { name: 'Logo para o tema claro' })).toHaveAttribute(
      'src',
      '/public/abc.png',
    );
    expect(sent[0]?.body).toMatchObject({ typeArch: 'logo', mode: 'Light' });
    await user.click(screen.getByRole('button', { name: 'Remover: Logo para o tema claro' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(saved[0]).toMatchObject({ params: { key: 'appLogoLight' }, body: { value: '' } }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo para o tema claro' })).not.toBeInTheDocument());
  });

  it('says why a picture was refused', async () => {
    answer(endpoints.settings.uploadLogo, () => refuse('ERR_LOGO_TYPE'));
    const { user } = await open(owner, '/settings/whitelabel');
    const input = await screen.findByLabelText('Ícone da aba (favicon)');
    await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }));
    expect(await screen.findByText('Envie uma imagem PNG, JPG, WebP ou GIF.')).toBeVisible();
    await user.upload(input, new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'b.png', { type: 'image/png' }));
    expect(await screen.findByText('O arquivo tem mais de 2 MB. Envie uma imagem menor.')).toBeVisible();
  });
});

describe('certificate [M-210]', () => {
  const withCertificate = (expiresAt: string | null, isSet = true) =>
    answer(endpoints.settings.certificate, () => ({ isSet, expiresAt, subject: isSet ? 'Loja' : null }));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it('asks for a destination, a file and the ending .p12, and reloads after it was sent', async () => {
    withCertificate(null, false);
    const sent = answer(endpoints.settings.uploadCertificate, () => {
      withCertificate(inDays(400));
      return { mensagem: 'Arquivo Anexado' as const, expiresAt: inDays(400) };
    });
    const { user } = await open(owner, '/settings/certificate');
    const send = await screen.findByRole('button', { name: 'Enviar' });
    await user.click(send);
    expect(await screen.findByText('Escolha um destino!')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: /Destino/ }));
    await user.click(await screen.findByRole('option', { name: 'Efí (PIX)' }));
    await user.click(send);
    expect(await screen.findByText('Escolha um arquivo!')).toBeVisible();
    const input = screen.getByLabelText('Arquivo .p12', { selector: 'input' });
    put(input, '');
    await user.upload(input, new File(['x'], 'efi.P12'));
    await user.click(send);
    expect(await screen.findByText('Arquivo enviado com sucesso!')).toBeVisible();
    expect(sent[0]).toMatchObject({ query: { ref: 'certificadoEfi' } });
    expect(await screen.findByText(/^Válido até/)).toBeVisible();
  });

  it.each([
    [-1, /^Venceu em/],
    [29, /^Vence em/],
    [31, /^Válido até/],
  ])('with %i days left it says so', async (days, text) => {
    withCertificate(inDays(days));
    await open(owner, '/settings/certificate');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows the reason of the server', async () => {
    withCertificate(null, false);
    answer(endpoints.settings.uploadCertificate, () => refuse('ERR_CERTIFICATE_OLD'));
    const { user } = await open(owner, '/settings/certificate');
    await user.click(await screen.findByRole('combobox', { name: /Destino/ }));
    await user.click(await screen.findByRole('option', { name: 'Efí (PIX)' }));
    await user.upload(screen.getByLabelText('Arquivo .p12', { selector: 'input' }), new File(['x'], 'efi.p12'));
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    expect(await screen.findByText(/criptografia antiga \(RC2\)/)).toBeVisible();
  });

  it('sends others away with a notice', async () => {
    const { router } = await open(anAdmin(), '/settings/certificate');
    expect(await screen.findByText('Sem permissão para acessar!')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).not.toContain('/settings'));
  });

  it('and white label are tabs of super users only [M-203]', async () => {
    await open(anAdmin());
    await row('Exigir tag para resolver');
    for (const name of ['White label', 'Certificado'])
      expect(screen.queryByRole('tab', { name })).not.toBeInTheDocument();
  });
});

it('the platform tab has a control for each named setting, and secrets are never shown [M-208]', async () => {
  const secrets = [
    'eficlientid',
    'eficlientsecret',
    'efichavepix',
    'mpaccesstoken',
    'stripeprivatekey',
    'asaastoken',
    'openaikeyaudio',
  ];
  answer(endpoints.settings.list, () =>
    secrets.map((key, index) => ({ id: 1000 + index, key, value: { isSet: true, last4: 'zz99' }, companyId: 1 })),
  );
  await open(owner, '/settings/platform');
  expect(await screen.findByRole('switch', { name: 'Cadastro aberto' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Tamanho máximo de arquivos' })).toBeVisible();
  for (const key of secrets) {
    const control = document.querySelector<HTMLElement>(`[data-setting="${key}"]`)!;
    expect(within(control).getByText(/termina em zz99/)).toBeVisible();
    expect(control.querySelector('input')).toHaveValue('');
  }
});
