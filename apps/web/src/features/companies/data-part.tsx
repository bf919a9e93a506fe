import { CompanyChange, CompanyDraft } from '@balcao/contract/endpoints/platform';
import { useChangeCompany } from '../../entities/companies/companies.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, useToast } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import css from './companies.module.css';
import { useDirtyForm, type PartProps } from './part.ts';
import { CompanyStateButton } from './company-state-button.tsx';
import { CompanyFields, useCompanyForm, valuesOf } from './company-form.tsx';

/** An empty password keeps the old one. */
const Edit = CompanyDraft.extend({ password: CompanyChange.shape.password }) as unknown as typeof CompanyDraft;

export function DataPart({ company }: PartProps) {
  const t = useTexts(companyTexts);
  const toast = useToast();
  const change = useChangeCompany();
  const form = useCompanyForm({
    schema: Edit,
    values: valuesOf(company, undefined),
    // The form may be older than the state of the company, which has its own button.
    save: ({ companyUserName: _, status: __, ...draft }) => change.mutateAsync({ companyId: company.id, ...draft }),
    onSaved: () => {
      toast.done(t('saved'));
      form.restart({ password: '' });
    },
    onError: toast.failed,
  });
  useDirtyForm(form.dirty);
  return (
    <form className={css.part} onSubmit={form.submit} noValidate>
      <CompanyFields form={form} company={company} />
      <div className={css.foot}>
        <CompanyStateButton company={company} />
        <span className={css.space} />
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
