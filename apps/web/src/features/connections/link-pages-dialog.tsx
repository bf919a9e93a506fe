/** After signing in at Meta: choose the pages to connect, with or without their Instagram accounts. */
import { useState, type FormEvent } from 'react';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import {
  useJoinPages,
  useLinkablePages,
  useSignInAtMeta,
  type LinkablePage,
} from '../../entities/connections/account-linking.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  Dialog,
  DialogCancel,
  EmptyState,
  ErrorState,
  OptionCard,
  OptionCards,
  Skeleton,
  SwitchRow,
  useToast,
} from '../../ui/index.ts';
import css from './account-linking.module.css';
import { accountLinkingTexts } from './account-linking.texts.ts';

export function LinkPagesDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTexts(accountLinkingTexts);
  const language = useLanguage();
  const toast = useToast();
  const { actor } = useSession();
  const pagesQuery = useLinkablePages(link);
  const join = useJoinPages();
  const signIn = useSignInAtMeta();
  const pages = pagesQuery.data?.pages ?? [];
  const [ownChoice, choose] = useState<ReadonlySet<string> | null>(null);
  // A single page is preselected.
  const chosen = ownChoice ?? new Set(pages.length === 1 ? [pages[0]!.id] : []);
  const [includesInstagram, setIncludesInstagram] = useState(true);
  const [tried, setTried] = useState(false);
  const hasInstagram =
    actor.plan.has('instagram') && pages.some(({ id, instagram }) => instagram !== null && chosen.has(id));

  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (chosen.size === 0) return;
    join.mutate(
      { link, pageIds: [...chosen], addInstagram: hasInstagram && includesInstagram },
      {
        onSuccess: (connections) => {
          const failed = connections.filter(({ status }) => status !== 'CONNECTED');
          if (failed.length > 0) toast.warn(t('linkedNot', { names: failed.map(({ name }) => name).join(', ') }));
          else if (connections.length === 1) toast.done(t('linked', { names: connections[0]!.name }));
          else toast.done(t('linkedMany', { count: connections.length }));
          onClose();
        },
        onError: toast.failed,
      },
    );
  };
  const again = (
    <Button kind="primary" busy={signIn.isPending} onClick={() => signIn.mutate(undefined, { onError: toast.failed })}>
      {t('signInAgain')}
    </Button>
  );
  return (
    <Dialog
      title={t('linkTitle')}
      icon={<ChannelGlyph channel="facebook" size={22} silent />}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <DialogCancel />
          {pagesQuery.error || (pagesQuery.data && pages.length === 0) ? (
            again
          ) : (
            <Button kind="primary" type="submit" busy={join.isPending} disabled={pagesQuery.isPending}>
              {t('link')}
            </Button>
          )}
        </>
      }
    >
      {pagesQuery.error ? (
        <ErrorState title={t('linkFailedTitle')} text={errorText(pagesQuery.error, language)} />
      ) : pagesQuery.isPending ? (
        <div className={css.pages} aria-busy="true">
          <span className="sr" role="status">
            {t('loadingPages')}
          </span>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </div>
      ) : pages.length === 0 ? (
        <EmptyState icon="globe" title={t('noPagesTitle')} text={t('noPagesText')} />
      ) : (
        <>
          <OptionCards legend={t('pages')} error={tried && chosen.size === 0 && t('choosePage')}>
            {pages.map((page) => (
              <Page key={page.id} page={page} isChosen={chosen.has(page.id)} onToggle={() => toggle(page.id)} />
            ))}
          </OptionCards>
          {hasInstagram && (
            <SwitchRow
              label={t('addInstagram')}
              text={t('addInstagramText')}
              checked={includesInstagram}
              onChange={setIncludesInstagram}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function Page({ page, isChosen, onToggle }: { page: LinkablePage; isChosen: boolean; onToggle: () => void }) {
  const t = useTexts(accountLinkingTexts);
  return (
    <OptionCard
      type="checkbox"
      checked={isChosen}
      onChange={onToggle}
      mark={<ChannelGlyph channel="facebook" silent />}
      title={page.name}
      text={
        <>
          {page.instagram && (
            <span className={css.instagram}>
              <ChannelGlyph channel="instagram" size={14} />
              <span className="cut">{page.instagram.name}</span>
            </span>
          )}
          {page.whatsappId !== null && t('linkedAlready')}
        </>
      }
    />
  );
}
