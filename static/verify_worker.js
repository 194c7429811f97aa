// Checks files beside the page, so that it stays awake: a message with the compiled program and the files, one back with what they show.
// `runner` is the address of verifier.js, which is under its digest.

onmessage = async ({ data: { runner, module, files } }) => {
  try {
    const { examine } = await import(runner);
    postMessage({ shown: await examine(module, files) });
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
  }
};
