/** Downloads a signed URL as a `File`, as if it had been chosen on this computer. */
export async function downloadFile(url: string, name: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error('ERR_NOT_FOUND');
  const bytes = await response.blob();
  return new File([bytes], name, { type: bytes.type });
}
