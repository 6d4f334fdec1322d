/** Changes of what the user has read, when somebody else may have changed it meanwhile. */

import { getTagged, send } from './api.js';

/**
 * Sends a change with the entity tag that `edit` was read with. If it is refused because somebody has changed the row meanwhile,
 * the failure tells its present value, and `edit` gets the new tag: to save again replaces that value knowingly.
 */
export async function saveEdit(path, body, edit, describe) {
  try {
    return await send('PUT', path, body, { ifMatch: edit.tag });
  } catch (failure) {
    if (failure.status !== 412) throw failure;
    throw Object.assign(new Error(await changed(path, edit, describe)), { code: failure.code, status: failure.status });
  }
}

async function changed(path, edit, describe) {
  try {
    const { data, tag } = await getTagged(path);
    edit.tag = tag;
    return `Somebody has changed it meanwhile. Now: ${describe(data)} Your input is kept: save again to replace that, or cancel.`;
  } catch (failure) {
    if (failure.status !== 404) throw failure;
    edit.tag = undefined;
    return 'Somebody has deleted it meanwhile. Your input is kept: save again to create it anew, or cancel.';
  }
}
