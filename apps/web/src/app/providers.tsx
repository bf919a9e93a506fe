/** What stands around the router: cached data, the kit, the session, the notices. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api.ts';
import { explain } from '../lib/explain.ts';
import { useLanguage } from '../lib/language.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { useTheme } from '../lib/theme.ts';
import { useTexts } from '../lib/use-texts.ts';
import { ErrorState, ToastHost, UiProvider } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import { useSingleKeys } from './shortcuts.tsx';
import { ShellSkeleton } from './layout/shell-skeleton.tsx';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <Dressed>
        <SessionProvider
          loading={<ShellSkeleton />}
          failed={(error, retry) => <StartFailed error={error} onRetry={retry} />}
        >
          {children}
        </SessionProvider>
      </Dressed>
    </QueryClientProvider>
  );
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The socket tells when something changes, so looking again at every focus would only cost.
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // What the server refused it will refuse again; a lost line is worth two more tries.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });

function Dressed({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { theme } = useTheme();
  const [singleKeys] = useSingleKeys();
  return (
    <UiProvider language={language} theme={theme} singleKeys={singleKeys}>
      {children}
      <ToastHost explain={(error) => explain(error, language)} />
    </UiProvider>
  );
}

function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(appTexts);
  return <ErrorState title={t('startFailed')} text={explain(error, useLanguage())} onRetry={onRetry} />;
}
