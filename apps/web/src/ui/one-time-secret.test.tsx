import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ToastHost, UiProvider } from './index.ts';
import { OneTimeSecret } from './one-time-secret.tsx';

it('a secret says that it was not copied where the page has no clipboard', async () => {
  // As on a page without TLS.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  render(
    <UiProvider>
      <ToastHost errorText={String} />
      <OneTimeSecret value="tok_1" warning="Only now" copy="Copy" copied="Copied" copyFailed="Not copied" />
    </UiProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Not copied')).toBeVisible();
});
