import type { AiPrice } from '@balcao/contract/endpoints/ai-usage';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import './ai-prices-page.tsx';
import './price-dialog.tsx';

const aPrice = (own: Partial<AiPrice> = {}): AiPrice => ({
  provider: 'openai',
  model: 'gpt-4o-mini',
  inputPerMillion: 825_000,
  outputPerMillion: 3_300_000,
  perMinute: 0,
  perMillionCharacters: 0,
  ...own,
});
/** Fake server that stores prices for the duration of the test. */
function withPrices(...stored: AiPrice[]) {
  let prices = stored;
  answer(endpoints.aiUsage.prices, () => ({ prices }));
  return answer(endpoints.aiUsage.setPrices, ({ body }) => ({ prices: (prices = body.prices) }));
}
const open = () => renderScreen('/ai-prices', { as: anOwner() });
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the prices of AI', () => {
  it('are shown in reais, and unused units as a dash', async () => {
    withPrices(aPrice(), aPrice({ provider: 'speech', model: 'neural*', inputPerMillion: 0, outputPerMillion: 0 }));
    open();
    expect(await row(/^gpt-4o-mini/)).toHaveTextContent(/OpenAI ou compatível.*R\$\s0,825.*R\$\s3,30.*–.*–/);
    expect(await row(/^neural\*/)).toHaveTextContent('Voz');
  });

  it('are added with several decimals, and not twice for one model', async () => {
    const saved = withPrices(aPrice());
    const { user } = open();
    await row(/^gpt-4o-mini/);
    await user.click(screen.getByRole('button', { name: 'Novo preço' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo preço' }));
    const model = dialog.getByRole('textbox', { name: /^Modelo de IA/ });
    await user.type(model, 'gpt-4o-mini');
    await user.type(dialog.getByRole('textbox', { name: 'Minuto de áudio (R$)' }), '0,0331');
    await user.click(dialog.getByRole('button', { name: 'Salvar preço' }));
    expect(await dialog.findByText('Este modelo já tem um preço.')).toBeVisible();
    await user.clear(model);
    await user.type(model, 'whisper*');
    await user.click(dialog.getByRole('button', { name: 'Salvar preço' }));
    expect(await row(/^whisper\*/)).toHaveTextContent(/R\$\s0,0331/);
    expect(saved[0]?.body.prices).toEqual([
      aPrice(),
      aPrice({ model: 'whisper*', inputPerMillion: 0, outputPerMillion: 0, perMinute: 33_100 }),
    ]);
  });

  it('are changed and deleted; what a colleague added meanwhile stays', async () => {
    const saved = withPrices(aPrice());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Editar gpt-4o-mini' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar gpt-4o-mini' }));
    const input = dialog.getByRole('textbox', { name: 'Milhão de tokens de entrada (R$)' });
    expect(input).toHaveValue('0,825');
    answer(endpoints.aiUsage.prices, () => ({ prices: [aPrice(), aPrice({ model: 'novo' })] }));
    await user.clear(input);
    await user.type(input, '0,9');
    await user.click(dialog.getByRole('button', { name: 'Salvar preço' }));
    await waitFor(() =>
      expect(saved[0]?.body.prices).toEqual([aPrice({ model: 'novo' }), aPrice({ inputPerMillion: 900_000 })]),
    );
    await user.click(await screen.findByRole('button', { name: 'Excluir gpt-4o-mini' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir preço' }));
    await waitFor(() => expect(saved[1]?.body.prices).toEqual([aPrice({ model: 'novo' })]));
  });

  it('are not for admins of companies', async () => {
    const { router } = renderScreen('/ai-prices', { as: anAdmin() });
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/ai-prices'), { timeout: 3000 });
  });
});
