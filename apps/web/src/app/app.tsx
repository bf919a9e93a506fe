import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createQueryClient, Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

type Router = ReturnType<typeof createAppRouter>;

export function App({ router: givenRouter, client: givenClient }: { router?: Router; client?: QueryClient }) {
  const [router] = useState(() => givenRouter ?? createAppRouter());
  const [client] = useState(() => givenClient ?? createQueryClient());
  return (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
}
