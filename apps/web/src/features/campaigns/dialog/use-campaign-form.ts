import { useState } from 'react';
import { useChangeCampaignFile, useSaveCampaign, type Campaign } from '../../../entities/campaigns/campaigns.api.ts';
import { useDraftForm } from '../../../lib/draft-form.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { CampaignForm, draftFrom, type CampaignValues } from './campaign-form.ts';
import { dialogTexts } from './dialog.texts.ts';

interface Options {
  campaign: Campaign | undefined;
  values: CampaignValues;
  onClose: () => void;
  onInvalid: (fields: string[]) => void;
}
/** Change of the attachment on save: undefined keeps it, a file replaces it, null removes it. */
export type FileChange = File | null | undefined;

/** Saves the campaign, then its attachment. */
export function useCampaignForm({ campaign, values, onClose, onInvalid }: Options) {
  const t = useTexts(dialogTexts);
  const toast = useToast();
  const { timeZone } = useSession().user.company;
  const save = useSaveCampaign();
  const changeFile = useChangeCampaignFile();
  // Saved in two steps: a retry after a failed upload must not create a second campaign.
  const [savedId, setSavedId] = useState(campaign?.id);
  const [file, setFile] = useState<FileChange>(undefined);
  const form = useDraftForm({
    schema: CampaignForm,
    values,
    save: async (typed) => {
      const { id } = await save.mutateAsync({ id: savedId, ...draftFrom(typed, timeZone) });
      setSavedId(id);
      if (file === undefined || (file === null && !campaign?.mediaName)) return;
      await changeFile.mutateAsync({ id, file }).catch((error: unknown) => {
        toast.warn(t('attachFailed'));
        throw error;
      });
    },
    onSaved: () => {
      toast.done(t('saved'));
      onClose();
    },
    onError: toast.failed,
    onInvalid,
    fieldByCode: {
      ERR_CAMPAIGN_NO_AUDIENCE: 'contactListId',
      ERR_CAMPAIGN_NO_MESSAGE: 'messages',
      ERR_CAMPAIGN_NO_CONFIRMATION: 'confirmations',
      ERR_CAMPAIGN_COLD_NAME: 'coldConfirmation',
    },
  });
  return {
    form,
    draft: draftFrom(form.watch(), timeZone),
    savedId,
    fileName: file === undefined ? (campaign?.mediaName ?? null) : (file?.name ?? null),
    hasNewFile: file !== undefined,
    setFile,
  };
}
export type CampaignFormApi = ReturnType<typeof useCampaignForm>['form'];
