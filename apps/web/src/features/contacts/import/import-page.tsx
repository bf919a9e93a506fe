/** The /contacts/import screen: upload a spreadsheet, map its columns, preview the changes and run the import. */
import type { ContactImport, SpreadsheetMapping } from '@balcao/contract/endpoints/contact-spreadsheets';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  skippedRows,
  invalidateAfterImport,
  isRunning,
  useImport,
  useImports,
} from '../../../entities/contact-spreadsheets/imports.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, ErrorState, Page, Skeleton, useToast } from '../../../ui/index.ts';
import { SpreadsheetDropZone } from './spreadsheet-drop-zone.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { Progress } from './progress.tsx';
import { importTexts } from './imports.texts.ts';
import { MappingStep } from './mapping-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { Result } from './result.tsx';

export function ImportPage() {
  const t = useTexts(importTexts);
  const navigate = useNavigate();
  const { sheet: id } = useSearch({ strict: false }) as { sheet?: number };
  const earlier = useImports();
  const open = (next: number | undefined, replace = false) =>
    void navigate({ to: '/contacts/import', search: next === undefined ? {} : { sheet: next }, replace });
  const isChecking = useRunningImport(earlier, id, (runningId) => open(runningId, true));

  return (
    <Page
      title={t('title')}
      actions={
        <Button icon="arrow-l" onClick={() => void navigate({ to: '/contacts' })}>
          {t('back')}
        </Button>
      }
    >
      {id !== undefined ? (
        <ImportDetail key={id} id={id} onLeave={() => open(undefined)} />
      ) : isChecking ? (
        <Skeleton height={220} />
      ) : (
        <>
          <SpreadsheetDropZone onUploaded={(brought) => open(brought.id)} />
          <EarlierImports imports={earlier} onOpen={open} />
        </>
      )}
    </Page>
  );
}

/** Opens the user's running import once after loading; returns true until the list is loaded. */
function useRunningImport(
  earlier: ReturnType<typeof useImports>,
  id: number | undefined,
  onRunningImport: (id: number) => void,
): boolean {
  const { user } = useSession();
  const [isChecking, setChecking] = useState(id === undefined);
  const isLoaded = !earlier.loading;
  const runningId = earlier.rows.find((item) => isRunning(item) && item.user?.id === user.id)?.id;
  const resumeImport = useEffectEvent(onRunningImport);
  useEffect(() => {
    if (!isChecking || !isLoaded) return;
    setChecking(false);
    if (runningId !== undefined) resumeImport(runningId);
  }, [isChecking, isLoaded, runningId]);
  return isChecking;
}

function ImportDetail({ id, onLeave }: { id: number; onLeave: () => void }) {
  const language = useLanguage();
  const importQuery = useImport(id);
  useEnd(importQuery.data);
  if (importQuery.error && !importQuery.data)
    return <ErrorState text={errorText(importQuery.error, language)} onRetry={() => void importQuery.refetch()} />;
  if (!importQuery.data) return <Skeleton height={220} />;
  if (importQuery.data.status === 'draft') return <Draft contactImport={importQuery.data} onLeave={onLeave} />;
  return isRunning(importQuery.data) ? (
    <Progress contactImport={importQuery.data} onLeave={onLeave} />
  ) : (
    <Result contactImport={importQuery.data} onLeave={onLeave} />
  );
}

/** Column mapping, then preview; the user can go back until the import starts. */
function Draft({ contactImport, onLeave }: { contactImport: ContactImport; onLeave: () => void }) {
  const [mapping, setMapping] = useState<SpreadsheetMapping>(contactImport.mapping);
  const [isSeen, setSeen] = useState(false);
  return isSeen ? (
    <PreviewStep contactImport={contactImport} mapping={mapping} onBack={() => setSeen(false)} />
  ) : (
    <MappingStep
      contactImport={contactImport}
      mapping={mapping}
      onChange={setMapping}
      onNext={() => setSeen(true)}
      onDiscarded={onLeave}
    />
  );
}

/** Shows the result of an import that ended while open, and invalidates the contact lists. */
function useEnd(contactImport: ContactImport | undefined): void {
  const t = useTexts(importTexts);
  const toast = useToast();
  const client = useQueryClient();
  const before = useRef<ContactImport['status'] | undefined>(undefined);
  const status = contactImport?.status;
  const ended = useEffectEvent(() => {
    if (!contactImport) return;
    invalidateAfterImport(client);
    if (contactImport.status === 'done' && skippedRows(contactImport) > 0) toast.warn(t('successWithErrors'));
    else if (contactImport.status === 'done') toast.done(t('success'));
    else if (contactImport.status === 'undone') toast.done(t('undone'));
    else if (contactImport.status === 'failed') toast.warn(t('failed'));
  });
  useEffect(() => {
    if (status === undefined) return;
    if (before.current !== undefined && isRunning({ status: before.current }) && !isRunning({ status })) ended();
    before.current = status;
  }, [status]);
}
