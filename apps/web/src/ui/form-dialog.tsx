import { Button } from './button.tsx';
import { Dialog, DialogCancel, type DialogProps } from './dialog.tsx';

export interface FormDialogProps extends Omit<DialogProps, 'onSubmit' | 'footer' | 'dirty'> {
  /** What `useDraftForm` returns is enough. */
  form: { submit: NonNullable<DialogProps['onSubmit']>; busy: boolean; dirty?: boolean };
  /** Changes outside the form, such as a chosen file. */
  dirty?: boolean;
  /** Label of the submit button. */
  verb: string;
  disabled?: boolean;
}

/** A dialog that is one form: «Cancelar» and the submit button are in the footer. */
export const FormDialog = ({ form, dirty = false, verb, disabled = false, ...dialog }: FormDialogProps) => (
  <Dialog
    {...dialog}
    dirty={dirty || form.dirty === true}
    onSubmit={form.submit}
    footer={
      <>
        <DialogCancel />
        <Button kind="primary" type="submit" busy={form.busy} disabled={disabled}>
          {verb}
        </Button>
      </>
    }
  />
);
