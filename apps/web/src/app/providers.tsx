/** Providers around the router: query cache, UI kit, session, toasts. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api.ts';
import { errorText } from '../lib/error-text.ts';
import { useLanguage } from '../lib/language.tsx';
import { SessionProvider } from '../lib/session.tsx';
import { useTheme } from '../lib/theme.ts';
import { useTexts } from '../lib/use-texts.ts';
import { ErrorState, ToastHost, UiProvider } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import { useSingleKeys } from './shortcuts.tsx';
import { ShellSkeleton } from './layout/shell-skeleton.tsx';
import { SupportGate } from './support-strip.tsx';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <ThemedUi>
        <SupportGate>
          <SessionProvider
            loading={<ShellSkeleton />}
            failed={(error, retry) => <StartFailed error={error} onRetry={retry} />}
          >
            {children}
          </SessionProvider>
        </SupportGate>
      </ThemedUi>
    </QueryClientProvider>
  );
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The socket reports changes, so refetching at every focus would only cost.
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // A refused request would be refused again; a lost connection gets two more attempts.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
      // Without a network a change fails at once; paused, it would happen when the user no longer expects it.
      mutations: { networkMode: 'always' },
    },
  });

function ThemedUi({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { theme } = useTheme();
  const [singleKeys] = useSingleKeys();
  return (
    <UiProvider language={language} theme={theme} singleKeys={singleKeys}>
      {children}
      <ToastHost errorText={(error) => errorText(error, language)} />
    </UiProvider>
  );
}

function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(appTexts);
  return <ErrorState title={t('startFailed')} text={errorText(error, useLanguage())} onRetry={onRetry} />;
}
