/** The /contacts/import screen: a sheet is brought, its columns named, what would change is looked at, and then it runs. */
import type { ContactImport, SheetMapping } from '@balcao/contract/endpoints/contact-sheets';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  faultyRows,
  forgetAfterImport,
  isGoing,
  useImport,
  useImports,
} from '../../../entities/contact-sheets/imports.api.ts';
import { explain } from '../../../lib/explain.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, ErrorState, Page, Skeleton, useToast } from '../../../ui/index.ts';
import { DropSheet } from './drop-sheet.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { Following } from './following.tsx';
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
  const isLooking = useReturning(earlier, id, (going) => open(going, true));

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
        <OneImport key={id} id={id} onLeave={() => open(undefined)} />
      ) : isLooking ? (
        <Skeleton height={220} />
      ) : (
        <>
          <DropSheet onBrought={(brought) => open(brought.id)} />
          <EarlierImports imports={earlier} onOpen={open} />
        </>
      )}
    </Page>
  );
}

/** Whoever comes back is led to what is still on its way, once; true until that is known. */
function useReturning(
  earlier: ReturnType<typeof useImports>,
  id: number | undefined,
  onFound: (id: number) => void,
): boolean {
  const { user } = useSession();
  const [isLooking, setLooking] = useState(id === undefined);
  const isKnown = !earlier.loading;
  const going = earlier.rows.find((one) => isGoing(one) && one.user?.id === user.id)?.id;
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!isLooking || !isKnown) return;
    setLooking(false);
    if (going !== undefined) found(going);
  }, [isLooking, isKnown, going]);
  return isLooking;
}

function OneImport({ id, onLeave }: { id: number; onLeave: () => void }) {
  const language = useLanguage();
  const sheet = useImport(id);
  useEnd(sheet.data);
  if (sheet.error && !sheet.data)
    return <ErrorState text={explain(sheet.error, language)} onRetry={() => void sheet.refetch()} />;
  if (!sheet.data) return <Skeleton height={220} />;
  if (sheet.data.status === 'draft') return <Draft sheet={sheet.data} onLeave={onLeave} />;
  return isGoing(sheet.data) ? (
    <Following sheet={sheet.data} onLeave={onLeave} />
  ) : (
    <Result sheet={sheet.data} onLeave={onLeave} />
  );
}

/** Columns first, then what they would do; back and forth until it is started. */
function Draft({ sheet, onLeave }: { sheet: ContactImport; onLeave: () => void }) {
  const [mapping, setMapping] = useState<SheetMapping>(sheet.mapping);
  const [isSeen, setSeen] = useState(false);
  return isSeen ? (
    <PreviewStep sheet={sheet} mapping={mapping} onBack={() => setSeen(false)} />
  ) : (
    <MappingStep
      sheet={sheet}
      mapping={mapping}
      onChange={setMapping}
      onNext={() => setSeen(true)}
      onDiscarded={onLeave}
    />
  );
}

/** Says how it ended to whoever watched it; lists of contacts are asked for anew. */
function useEnd(sheet: ContactImport | undefined): void {
  const t = useTexts(importTexts);
  const toast = useToast();
  const client = useQueryClient();
  const before = useRef<ContactImport['status'] | undefined>(undefined);
  const status = sheet?.status;
  const ended = useEffectEvent(() => {
    if (!sheet) return;
    forgetAfterImport(client);
    if (sheet.status === 'done' && faultyRows(sheet) > 0) toast.warn(t('successWithErrors'));
    else if (sheet.status === 'done') toast.done(t('success'));
    else if (sheet.status === 'undone') toast.done(t('undone'));
    else if (sheet.status === 'failed') toast.warn(t('failed'));
  });
  useEffect(() => {
    if (status === undefined) return;
    if (before.current !== undefined && isGoing({ status: before.current }) && !isGoing({ status })) ended();
    before.current = status;
  }, [status]);
}
