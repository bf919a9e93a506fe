import { render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from '../lib/lazy-part.ts';
import { PartBoundary } from './part-boundary.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // React reports a caught error on the console, too.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

it('a part whose file is gone reports its failure and leaves the rest of the page', async () => {
  const Part = lazyPart<object>(() => Promise.reject(new Error('404')));
  const onError = vi.fn<(error: unknown) => void>();
  function Page() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <>
        <p>{isOpen ? 'Com a lista' : 'Sem a lista'}</p>
        {isOpen && (
          <PartBoundary
            onError={(error) => {
              onError(error);
              setIsOpen(false);
            }}
          >
            <Suspense fallback={null}>
              <Part />
            </Suspense>
          </PartBoundary>
        )}
      </>
    );
  }
  render(<Page />);
  expect(screen.getByText('Com a lista')).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await screen.findByText('Sem a lista')).toBeVisible();
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('404'));
});
