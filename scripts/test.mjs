console.error("npm start is being built");
process.exitCode = 1;
