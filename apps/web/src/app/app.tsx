import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createQueryClient, Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

type Router = ReturnType<typeof createAppRouter>;

export function App({ router: initialRouter, client: initialClient }: { router?: Router; client?: QueryClient }) {
  const [router] = useState(() => initialRouter ?? createAppRouter());
  const [client] = useState(() => initialClient ?? createQueryClient());
  return (
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  );
}
